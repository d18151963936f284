// Loads the bundle with V8's compiled code of it, which halves what a start takes: that of an earlier run from the user's own
// cache folder (as src/system/user-folders.ts has it), else that which the build has made. Node has a compile cache of its own
// from 22 on; this one also serves Node 20, and holds what a run really used, because it is written at the end (code-writer.js).
// It is only ever a copy of what V8 makes of the bundle, and may be deleted. V8 executes it without comparing it to the
// bundle, so that it is read from a folder and a file of nobody but this user, or from beside the bundle. DECISIONS 30, 129
const { env, versions, arch, platform, getBuiltinModule } = process
// `require` prepares each module of Node's for `import` as well.
const fs = getBuiltinModule('node:fs')
const { isAbsolute } = getBuiltinModule('node:path')
const { Script } = getBuiltinModule('node:vm')

const base =
  [env.LOCALAPPDATA, env.XDG_CACHE_HOME].find((folder) => folder && isAbsolute(folder)) ??
  (env.HOME && `${env.HOME}/${platform === 'darwin' ? 'Library/Caches' : '.cache'}`)
const unwanted = [env.NODE_DISABLE_COMPILE_CACHE, env.TESTCTL_NO_CACHE].includes('1')
const own = base && `${base}/testctl`
const cache = own && `${own}/code`
const uid = process.getuid?.()

/**
 * Loads a file of the bundle, and what it requires. `use` tells apart the commands, which use different parts of it: the code
 * of all that one of them loads lies in one file. DECISIONS 30. The first run of each `verb` adds to it what it alone uses.
 */
module.exports = (dist, entry, use, verb = '') => {
  const modules = new Map()
  const scripts = new Map()
  let kept
  const load = (name) => {
    const known = modules.get(name)
    if (known) return known.exports
    const module = { exports: {} }
    modules.set(name, module)
    const file = `${dist}/${name}`
    // A function already, and ASCII, so that V8 keeps it as it is. Node reads UTF-8, and nothing else, without a Buffer.
    const source = fs.readFileSync(file, 'utf8')
    kept ??= open(dist, entry, use, /^\/\*(\w+)\*\//.exec(source)?.[1])
    const cachedData = kept.codeOf(name)
    const script = new Script(source, { filename: file, cachedData })
    scripts.set(name, script)
    if (!cachedData || script.cachedDataRejected) kept.missing = true
    const isOfStart = name === entry || name.startsWith('noun')
    const isLate = (id) =>
      late.has(id) || (isOfStart && lateAtStart.has(id)) || (name === entry && id.startsWith('./noun'))
    const find = (id) =>
      id.endsWith('.cjs')
        ? load(id.slice(2))
        : (getBuiltinModule(id) ?? require(id.startsWith('.') ? `${dist}/${id}` : id))
    const requireFrom = (id) => (isLate(id) ? whenUsed(() => find(id)) : find(id))
    try {
      script.runInThisContext()(module.exports, requireFrom, module, file, dist)
    } catch (error) {
      // As with Node's own `require`: whoever asks again hears the reason again.
      modules.delete(name)
      throw error
    }
    return module.exports
  }
  process.on('exit', (code) => code === 0 && kept.add(scripts, verb))
  return load(entry)
}

// Node takes milliseconds to load these, and what requires them hardly ever comes to use them. Of the nouns one is used.
const late = new Set(['node:crypto', 'node:net', 'node:timers/promises', 'node:zlib'])
const lateAtStart = new Set(['node:os', 'node:stream', 'node:string_decoder'])
const whenUsed = (find) => {
  let found
  return new Proxy({}, { get: (_, name) => (found ??= find())[name] })
}

// V8 itself compares the length of the source and its own version only, so that the build is in the name of the file.
const open = (dist, entry, use, build) => {
  if (unwanted || !build) return { codeOf: () => undefined, add: () => undefined }
  const kindOf = (word) => [entry, word, versions.v8, platform, arch, ''].join('-')
  const kind = kindOf(use)
  const path = `${cache}/${kind}${build}`
  const { codes, verbs } = unpack(areOwnFolders() ? read(path, isOnlyOurs) : undefined)
  const opened = new Map()
  const shippedFor = (word) => {
    if (!opened.has(word)) opened.set(word, readShipped(dist, `${kindOf(word)}${build}`))
    return opened.get(word)
  }
  return {
    missing: false,
    codeOf(name) {
      const code = wholeOf(codes.get(name))
      if (!code && codes.size > 0) this.missing = true
      // What all nouns share came along with the most frequent one, where nothing did with this one.
      return code ?? wholeOf(shippedFor(use).codes.get(name)) ?? wholeOf(shippedFor('tests').codes.get(name))
    },
    add(scripts, verb) {
      if (!cache || (!this.missing && verbs.includes(verb))) return
      const shipped = shippedFor(use)
      const isShipped = !this.missing && shipped.verbs.includes(verb)
      if (isShipped && !shipped.isPacked) return
      try {
        require('./code-writer.js').store(
          isShipped && codes.size === 0
            ? { path, kind, ...shipped, scripts: [] }
            : { path, kind, codes, scripts, verbs: [...new Set([...verbs, verb])] },
        )
      } catch {
        // A home that is read-only or full is no reason to fail: the next run tries again.
      }
    },
  }
}

// In a package it is compressed, because it has that of several versions of Node.js. To decompress it takes a tenth of a command,
// so that what was used once is kept.
const readShipped = (dist, name) => {
  const plain = read(`${dist}/code/${name}`, () => true)
  return { ...unpack(plain ?? decompressed(read(`${dist}/packed/${name}.br`, () => true))), isPacked: !plain }
}

const decompressed = (bytes) => {
  try {
    const size = { chunkSize: 4 * 1024 * 1024, maxOutputLength: largest }
    return bytes && require('node:zlib').brotliDecompressSync(bytes, size)
  } catch {
    return undefined
  }
}

// How many bytes the index has, the index, and the code of each file that it names.
const unpack = (bytes) => {
  try {
    let at = aligned(4 + bytes.readUInt32LE(0))
    const { verbs, files } = JSON.parse(bytes.latin1Slice(4, 4 + bytes.readUInt32LE(0)))
    const codes = new Map()
    for (const [name, size, sum] of files) {
      codes.set(name, { code: bytes.subarray(at, at + size), sum })
      at += aligned(size)
    }
    return { codes, verbs: [...verbs] }
  } catch {
    // There is none, or not a whole one.
    return { codes: new Map(), verbs: [] }
  }
}

// Disks go wrong: what is not as its sum says is not used, because V8 would not notice before it crashes.
const wholeOf = (kept) => (kept && sumOf(kept.code) === kept.sum ? kept.code : undefined)

// V8 copies what does not begin at a word.
const aligned = (size) => Math.ceil(size / 8) * 8

const read = (path, isTrusted) => {
  let file
  try {
    file = fs.openSync(path, reading)
    const found = fs.fstatSync(file)
    if (!found.isFile() || !isTrusted(found) || found.size > largest) return undefined
    const bytes = Buffer.allocUnsafeSlow(found.size)
    return fs.readSync(file, bytes, 0, bytes.length, 0) < bytes.length ? undefined : bytes
  } catch {
    return undefined
  } finally {
    if (file !== undefined) fs.closeSync(file)
  }
}

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants
const reading = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
const largest = 64 * 1024 * 1024

// Nobody else could have put it there, or changed it since.
const isOurs = (found) => uid === undefined || (found.uid === uid && (found.mode & 0o022) === 0)

// Code of somebody else is not run: with sudo, the home may be another's.
const isOnlyOurs = (found) => isOurs(found) && found.nlink === 1

const isOwnFolder = (path) => {
  try {
    const found = fs.lstatSync(path)
    return found.isDirectory() && isOurs(found)
  } catch {
    return false
  }
}

const areOwnFolders = () => cache !== undefined && [own, cache].every(isOwnFolder)

// They go wrong by sectors of 512 bytes or more: a word of each sees that, and is not enough for V8 to optimise this.
const sumOf = (code) => {
  const words = new Int32Array(code.buffer, code.byteOffset, code.length >> 2)
  let sum = code.length
  for (let at = 0; at < words.length; at += 128) sum = (Math.imul(sum, 31) + words[at]) | 0
  return sum
}

Object.assign(module.exports, { aligned, areOwnFolders, base, cache, sumOf, uid })
