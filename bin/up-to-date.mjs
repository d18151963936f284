// Tells whether dist/ is up to date, so that a build that would change nothing is skipped.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files that dist/ is built from: the sources, the build scripts, and the installed packages. */
const inputs = ['src', 'bin', 'package.json', 'node_modules/.package-lock.json']

/** Returns a hash of everything that dist/ is built from, including the version of Node.js and the system. */
export const inputsOf = (root) => {
  const state = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}\n`)
  for (const file of inputs.flatMap((name) => filesIn(root, name)))
    state.update(`${file}\n`).update(readFileSync(join(root, file)))
  return state.digest('hex')
}

/** Whether `dist/` is exactly as a build from these inputs left it, file by file. */
export const isBuiltFrom = (root, given) => {
  const record = recordIn(root)
  return existsSync(record) && readFileSync(record, 'utf8') === described(root, given)
}

/** Records in `dist/` what it was built from. */
export const rememberInputs = (root, given) => writeFileSync(recordIn(root), described(root, given))

const recordIn = (root) => join(root, 'dist/.built-from')

const described = (root, given) => {
  const made = filesIn(root, 'dist')
    .filter((file) => join(root, file) !== recordIn(root))
    .map((file) => [file, statSync(join(root, file))])
  return [given, ...made.map(([file, { size, mtimeMs }]) => `${file} ${size} ${mtimeMs}`), ''].join('\n')
}

/** Returns the files in a folder, or the single file of that name, or none. */
const filesIn = (root, name) => {
  const found = statSync(join(root, name), { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [name] : []
  return readdirSync(join(root, name))
    .toSorted()
    .flatMap((entry) => filesIn(root, `${name}/${entry}`))
}
