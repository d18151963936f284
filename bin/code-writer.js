// Writes the files that code-cache.js reads. It is a file of its own because a warm start has nothing to write.
const fs = require('node:fs')
const { dirname } = require('node:path')

// With sudo the home may be another user's, who could not change a folder that root creates there.
const isOfAnother = (path) => {
  const uid = process.getuid?.()
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

/**
 * Writes to `path` the compiled code of `scripts`, together with `codes`, which the cache had already. `base` is the folder of the caches
 * of all programs, `kind` the prefix of the files of other builds. The file is written whole or not at all. Throws if the folder cannot be
 * written.
 */
module.exports = ({ base, path, kind, codes, scripts, verbs, areOwnFolders, sumOf }) => {
  const cache = dirname(path)
  if (isOfAnother(base)) return
  make(cache)
  if (!areOwnFolders()) return
  for (const [name, script] of scripts) {
    const code = script.createCachedData()
    codes.set(name, { code, sum: sumOf(code) })
  }
  const staged = `${path}.${process.pid}`
  fs.writeFileSync(staged, pack(codes, verbs), { mode: 0o600, flag: 'wx' })
  fs.renameSync(staged, path)
  for (const old of olderOf(cache, kind)) fs.unlinkSync(old)
}

const pack = (codes, verbs) => {
  const files = [...codes].map(([name, { code, sum }]) => [name, code.length, sum])
  const index = Buffer.from(JSON.stringify({ verbs, files }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(index.length)
  const parts = [Buffer.concat([length, index]), ...[...codes.values()].map(({ code }) => code)]
  // Each part begins at a word boundary, where the reader expects it.
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.alloc(-part.length & 7)]))
}

// The files of older builds, but for two that may be in use beside this one.
const olderOf = (cache, kind) => {
  const paths = fs.readdirSync(cache).flatMap((name) => (name.startsWith(kind) ? [`${cache}/${name}`] : []))
  if (paths.length <= 3) return []
  const ages = new Map(paths.map((path) => [path, fs.lstatSync(path).mtimeMs]))
  return paths.toSorted((one, other) => ages.get(other) - ages.get(one)).slice(3)
}
