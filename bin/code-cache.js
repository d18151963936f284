// Loads the bundle with V8's compiled code from an earlier run, which halves what a start takes. Node has a compile cache of
// its own from 22 on; this one also serves Node 20, and holds what a run really used, because it is written at the end.
// It lies in the user's own cache folder (as src/system/user-folders.ts has it), is only ever a copy of what V8 makes of the bundle, and may be deleted. V8 executes
// it without comparing it to the bundle, so that it is read from a folder and a file of nobody but this user. DECISIONS 30
const fs = require('node:fs')
const { dirname, isAbsolute } = require('node:path')
const { Script } = require('node:vm')

const { env, version, arch, platform } = process
const base =
  [env.LOCALAPPDATA, env.XDG_CACHE_HOME].find((folder) => folder && isAbsolute(folder)) ??
  (env.HOME && `${env.HOME}/${platform === 'darwin' ? 'Library/Caches' : '.cache'}`)
const unwanted = [env.NODE_DISABLE_COMPILE_CACHE, env.TESTCTL_NO_CACHE].includes('1')
const own = base && `${base}/testctl`
const cache = base && !unwanted ? `${own}/code` : undefined
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
    // A function already, and ASCII, so that V8 keeps it as it is.
    const source = fs.readFileSync(file, 'latin1')
    kept ??= open([entry, use, version, arch, ''].join('-'), /^\/\*(\w+)\*\//.exec(source)?.[1])
    const cachedData = kept.codeOf(name)
    const script = new Script(source, { filename: file, cachedData })
    scripts.set(name, script)
    if (!cachedData || script.cachedDataRejected) kept.missing = true
    const isOfStart = name === entry || name.startsWith('noun')
    const isLate = (id) =>
      late.has(id) || (isOfStart && lateAtStart.has(id)) || (name === entry && id.startsWith('./noun'))
    const find = (id) => (id.endsWith('.cjs') ? load(id.slice(2)) : require(id.startsWith('.') ? `${dist}/${id}` : id))
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
const whenUsed = (find) => new Proxy({}, { get: (_, name) => find()[name] })

// V8 itself compares the length of the source and its own version only, so that the build is in the name of the file.
const open = (kind, build) => {
  if (!cache || !build) return { codeOf: () => undefined, add: () => undefined }
  const path = `${cache}/${kind}${build}`
  const { codes, verbs } = [own, cache].every(isOwnFolder) ? unpack(read(path)) : unpack()
  return {
    missing: false,
    codeOf: (name) => wholeOf(codes.get(name)),
    add(scripts, verb) {
      if (this.missing || !verbs.includes(verb))
        store({ path, kind, codes, scripts, verbs: [...new Set([...verbs, verb])] })
    },
  }
}

// How many bytes the index has, the index, and the code of each file that it names. Disks go wrong: what is not as its sum
// says is not used, because V8 would not notice before it crashes.
const unpack = (bytes) => {
  const codes = new Map()
  let verbs = []
  try {
    let at = aligned(4 + bytes.readUInt32LE(0))
    const index = JSON.parse(bytes.latin1Slice(4, 4 + bytes.readUInt32LE(0)))
    verbs = [...index.verbs]
    for (const [name, size, sum] of index.files) {
      const code = bytes.subarray(at, at + size)
      if (code.length === size) codes.set(name, { code, sum })
      at += aligned(size)
    }
  } catch {
    // There is none, or not a whole one.
  }
  return { codes, verbs }
}

const wholeOf = (kept) => (kept && sumOf(kept.code) === kept.sum ? kept.code : undefined)

const pack = (codes, verbs) => {
  const files = [...codes].map(([name, { code, sum }]) => [name, code.length, sum])
  const index = Buffer.from(JSON.stringify({ verbs, files }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(index.length)
  const parts = [Buffer.concat([length, index]), ...[...codes.values()].map(({ code }) => code)]
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.alloc(aligned(part.length) - part.length)]))
}

// V8 copies what does not begin at a word.
const aligned = (size) => Math.ceil(size / 8) * 8

// Code of somebody else is not run: with sudo, the home may be another's.
const read = (path) => {
  let file
  try {
    file = fs.openSync(path, reading)
    const found = fs.fstatSync(file)
    if (!found.isFile() || !isOurs(found) || found.nlink > 1 || found.size > largest) return undefined
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

const isOwnFolder = (path) => {
  try {
    const found = fs.lstatSync(path)
    return found.isDirectory() && isOurs(found)
  } catch {
    return false
  }
}

// They go wrong by sectors of 512 bytes or more: a word of every 256 sees that, and takes no time.
const sumOf = (code) => {
  const words = new Int32Array(code.buffer, code.byteOffset, code.length >> 2)
  let sum = code.length
  for (let at = 0; at < words.length; at += 64) sum = (Math.imul(sum, 31) + words[at]) | 0
  return sum
}

// With sudo the home may be another's, who could do nothing with a folder of root.
const isOfAnother = (path) => {
  const found = fs.statSync(path, { throwIfNoEntry: false })
  return found ? uid !== undefined && found.uid !== uid : dirname(path) !== path && isOfAnother(dirname(path))
}

// As src/system/files/make-folder.ts does it, because Node's own `recursive` never ends in some folders.
const make = (folder) => {
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (error.code === 'EEXIST') return
    if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error
    make(dirname(folder))
    fs.mkdirSync(folder, { mode: 0o700 })
  }
}

// A home that is read-only or full is no reason to fail; a file is there whole or not at all.
const store = ({ path, kind, codes, scripts, verbs }) => {
  try {
    if (isOfAnother(base)) return
    make(cache)
    if (![own, cache].every(isOwnFolder)) return
    for (const [name, script] of scripts) {
      const code = script.createCachedData()
      codes.set(name, { code, sum: sumOf(code) })
    }
    const staged = `${path}.${process.pid}`
    fs.writeFileSync(staged, pack(codes, verbs), { mode: 0o600, flag: 'wx' })
    fs.renameSync(staged, path)
    for (const old of olderOf(kind)) fs.unlinkSync(old)
  } catch {
    // The next run tries again.
  }
}

// What older builds left, but for two that may be in use beside this one.
const olderOf = (kind) => {
  const paths = fs.readdirSync(cache).flatMap((name) => (name.startsWith(kind) ? [`${cache}/${name}`] : []))
  if (paths.length <= 3) return []
  const ages = new Map(paths.map((path) => [path, fs.lstatSync(path).mtimeMs]))
  return paths.toSorted((one, other) => ages.get(other) - ages.get(one)).slice(3)
}
