// Loads the bundle with V8's compiled code from an earlier run, which halves what a start takes. Node has a compile cache of
// its own from 22 on; this one also serves Node 20, and holds what a run really used, because it is written at the end.
// It lies in the user's own cache folder, is only ever a copy of what V8 makes of the bundle, and may be deleted.
const fs = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')

const { env, version, arch, platform } = process
const home = env.XDG_CACHE_HOME || (env.HOME && join(env.HOME, platform === 'darwin' ? 'Library/Caches' : '.cache'))
const cache = (env.LOCALAPPDATA || home) && join(env.LOCALAPPDATA || home, 'testctl', 'code')

/** Loads a file of the bundle, and what it requires. `use` tells apart the commands, which use different parts of it. */
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
    const cached = cache && join(cache, [name, use, version, arch, identityOf(file)].join('-'))
    const cachedData = cached && read(cached)
    const wrapped = `(function (exports, require, module, __filename, __dirname) { ${source}\n})`
    const script = new Script(wrapped, { filename: file, cachedData })
    if (cached && (!cachedData || script.cachedDataRejected)) fresh.push({ script, cached })
    const requireFrom = (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id))
    script.runInThisContext()(module.exports, requireFrom, module, file, dist)
    return module.exports
  }
  process.on('exit', (code) => code === 0 && env.NODE_DISABLE_COMPILE_CACHE !== '1' && store(fresh))
  return load(entry)
}

// V8 itself compares the length of the source and its own version only.
const identityOf = (file) => {
  const { size, mtimeMs } = fs.statSync(file)
  return `${size}-${Math.round(mtimeMs).toString(36)}`
}

const read = (path) => {
  try {
    return fs.readFileSync(path)
  } catch {
    return undefined
  }
}

// A home that is read-only or full is no reason to fail; a file is there whole or not at all.
const store = (fresh) => {
  try {
    for (const { script, cached } of fresh) {
      fs.mkdirSync(cache, { recursive: true, mode: 0o700 })
      const staged = `${cached}.${process.pid}`
      fs.writeFileSync(staged, script.createCachedData(), { mode: 0o600 })
      fs.renameSync(staged, cached)
    }
  } catch {
    // The next run tries again.
  }
}
