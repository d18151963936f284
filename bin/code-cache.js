// Loads the bundle with V8's compiled code from an earlier run, which halves what a start takes. Node has a compile cache of
// its own from 22 on; this one also serves Node 20, and holds what a run really used, because it is written at the end.
// It lies in the user's own cache folder, is only ever a copy of what V8 makes of the bundle, and may be deleted. V8 executes
// it without comparing it to the bundle, so that it is read from a folder and a file of nobody but this user. DECISIONS 30
const fs = require('node:fs')
const { dirname, isAbsolute, join } = require('node:path')
const { Script } = require('node:vm')

const { env, version, arch, platform } = process
const base =
  [env.LOCALAPPDATA, env.XDG_CACHE_HOME].find((folder) => folder && isAbsolute(folder)) ??
  (env.HOME && join(env.HOME, platform === 'darwin' ? 'Library/Caches' : '.cache'))
const unwanted = [env.NODE_DISABLE_COMPILE_CACHE, env.TESTCTL_NO_CACHE].includes('1')
const own = base && join(base, 'testctl')
const cache = base && !unwanted ? join(own, 'code') : undefined
const uid = process.getuid?.()

/**
 * Loads a file of the bundle, and what it requires. `use` tells apart the commands, which use different parts of it.
 * DECISIONS 30
 */
module.exports = (dist, entry, use) => {
  const modules = new Map()
  const fresh = []
  const load = (name) => {
    const known = modules.get(name)
    if (known) return known.exports
    const module = { exports: {} }
    modules.set(name, module)
    const file = join(dist, name)
    const source = fs.readFileSync(file, 'utf8')
    const kind = [name, use, version, arch, ''].join('-')
    const cached = cache && join(cache, kind + identityOf(file))
    const cachedData = cached && isTrusted() ? read(cached) : undefined
    const wrapped = `(function (exports, require, module, __filename, __dirname) { ${source}\n})`
    const script = new Script(wrapped, { filename: file, cachedData })
    if (cached && (!cachedData || script.cachedDataRejected)) fresh.push({ script, cached, kind })
    const requireFrom = (id) => (id.startsWith('./') ? load(id.slice(2)) : late.has(id) ? whenUsed(id) : require(id))
    script.runInThisContext()(module.exports, requireFrom, module, file, dist)
    return module.exports
  }
  process.on('exit', (code) => code === 0 && store(fresh))
  return load(entry)
}

// Node takes milliseconds to load these, and what requires them hardly ever comes to use them.
const late = new Set(['node:crypto', 'node:net', 'node:zlib'])
const whenUsed = (id) => new Proxy({}, { get: (_, name) => require(id)[name] })

// V8 itself compares the length of the source and its own version only.
const identityOf = (file) => {
  const { size, mtimeMs } = fs.statSync(file)
  return `${size}-${Math.round(mtimeMs).toString(36)}`
}

// Code of somebody else is not run: with sudo, the home may be another's. Neither is what a disk made of it, which V8 would
// not notice before it crashes: four bytes at the end tell.
const read = (path) => {
  let file
  try {
    file = fs.openSync(path, reading)
    const found = fs.fstatSync(file)
    if (!found.isFile() || !isOurs(found) || found.nlink > 1 || found.size > largest) return undefined
    const kept = Buffer.allocUnsafe(found.size)
    if (fs.readSync(file, kept, 0, kept.length, 0) < kept.length) return undefined
    const code = kept.subarray(0, -4)
    return sumOf(code) === kept.readInt32LE(code.length) ? code : undefined
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

let trusted
const isTrusted = () => (trusted ??= [own, cache].every(isOwnFolder))

const isOwnFolder = (path) => {
  try {
    const found = fs.lstatSync(path)
    return found.isDirectory() && isOurs(found)
  } catch {
    return false
  }
}

// Disks go wrong by sectors of 512 bytes or more: a word of every 256 sees that, and takes no time.
const sumOf = (code) => {
  let sum = code.length
  for (let at = 0; at + 4 <= code.length; at += 256) sum = (Math.imul(sum, 31) + code.readInt32LE(at)) | 0
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
const store = (fresh) => {
  try {
    if (fresh.length === 0 || isOfAnother(base)) return
    make(cache)
    if (![own, cache].every(isOwnFolder)) return
    for (const { script, cached, kind } of fresh) {
      // What an older bundle left is of no use to this one.
      for (const old of fs.readdirSync(cache)) if (old.startsWith(kind)) fs.unlinkSync(join(cache, old))
      const code = script.createCachedData()
      const sum = Buffer.alloc(4)
      sum.writeInt32LE(sumOf(code))
      const staged = `${cached}.${process.pid}`
      fs.writeFileSync(staged, Buffer.concat([code, sum]), { mode: 0o600, flag: 'wx' })
      fs.renameSync(staged, cached)
    }
  } catch {
    // The next run tries again.
  }
}
