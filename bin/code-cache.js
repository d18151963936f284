// Loads the bundle with its compiled V8 code, which halves the time of a start: the code of an earlier run from the user's cache
// folder (as src/system/user-folders.ts has it), or else that of the build. Node has a compile cache of its own from 22 on; this
// one also serves Node 20, and holds what a run really used, because it is written at the end (code-writer.js).
// The code is only a copy of what V8 makes of the bundle, and may be deleted. V8 executes it without comparing it to the bundle, so
// it is read only from a folder and a file that are this user's alone, or from beside the bundle. DECISIONS 30, 129
const { env, versions, arch, platform, getBuiltinModule } = process
// `require` would also prepare each of Node's modules for `import`.
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
 * Loads a file of the bundle, and what it requires. `use` distinguishes commands, which use different parts of the bundle: one file
 * of the cache has the code of all that one of them loads. DECISIONS 30. The first run of each `verb` adds what it alone uses.
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
    // The file is a function already, and ASCII, so V8 stores it as it is. Node reads only UTF-8 without a Buffer.
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
      // As with Node's own `require`: another attempt throws the error again.
      modules.delete(name)
      throw error
    }
    return module.exports
  }
  process.on('exit', (code) => code === 0 && kept.add(scripts, verb))
  return load(entry)
}

// Loaded on first use, as nouns are, of which only one is used: Node takes milliseconds to load these, and the modules that
// require them hardly ever use them.
const late = new Set(['node:crypto', 'node:net', 'node:timers/promises', 'node:zlib'])
const lateAtStart = new Set(['node:os', 'node:stream', 'node:string_decoder'])
const whenUsed = (find) => {
  let found
  return new Proxy({}, { get: (_, name) => (found ??= find())[name] })
}

// V8 itself compares only the length of the source and its own version, so the name of the file contains the build.
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
      // If no code came with this noun, that of the most frequent one has what all nouns share.
      return code ?? wholeOf(shippedFor(use).codes.get(name)) ?? wholeOf(shippedFor('tests').codes.get(name))
    },
    add(scripts, verb) {
      if (!cache || (!this.missing && verbs.includes(verb))) return
      const shipped = shippedFor(use)
      const isShipped = !this.missing && shipped.verbs.includes(verb)
      if (isShipped && !shipped.isPacked) return
      const kept =
        isShipped && codes.size === 0
          ? { ...shipped, scripts: [] }
          : { codes, scripts, verbs: [...new Set([...verbs, verb])] }
      try {
        require('./code-writer.js')({ ...kept, base, path, kind, areOwnFolders, sumOf })
      } catch {
        // A home that is read-only or full is no error: the next run tries again.
      }
    },
  }
}

// A package has the code for several versions of Node.js, compressed. Decompressing takes a tenth of the time of a command, so
// code that was used once is kept in the cache.
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

// The format: the length of the index in bytes, the index, and the code of each file that it names.
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
    // The file is missing or incomplete.
    return { codes: new Map(), verbs: [] }
  }
}

// Disks fail: code that does not match its checksum is not used, because V8 would not notice before it crashes.
const wholeOf = (kept) => (kept && sumOf(kept.code) === kept.sum ? kept.code : undefined)

// V8 copies code that does not begin at a word boundary.
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

// Whether no other user can have created or changed it.
const isOurs = (found) => uid === undefined || (found.uid === uid && (found.mode & 0o022) === 0)

// Code of another user is not run: with sudo, the home may be another user's.
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

// Disks fail by sectors of 512 bytes or more, so one word of each is enough; that is too little for V8 to optimise this loop.
const sumOf = (code) => {
  const words = new Int32Array(code.buffer, code.byteOffset, code.length >> 2)
  let sum = code.length
  for (let at = 0; at < words.length; at += 128) sum = (Math.imul(sum, 31) + words[at]) | 0
  return sum
}
