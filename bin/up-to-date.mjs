// Knows whether dist/ is what a build would make, so that one that would change nothing is over at once.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What dist/ is made of: the source, what builds it, the packages that are installed, and the Node.js that compiles. */
const inputs = ['src', 'bin', 'package.json', 'node_modules/.package-lock.json']

/** A short text that is another one as soon as something has changed that dist/ is made of. */
export const inputsOf = (root) => {
  const state = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}\n`)
  for (const file of inputs.flatMap((name) => filesIn(root, name)))
    state.update(`${file}\n`).update(readFileSync(join(root, file)))
  return state.digest('hex')
}

/** Whether `dist/` is as a build from these inputs has left it, file by file. */
export const isBuiltFrom = (root, given) => {
  const record = recordIn(root)
  return existsSync(record) && readFileSync(record, 'utf8') === described(root, given)
}

/** Keeps what `dist/` has been built from, in `dist/` itself. */
export const rememberInputs = (root, given) => writeFileSync(recordIn(root), described(root, given))

const recordIn = (root) => join(root, 'dist/.built-from')

const described = (root, given) => {
  const made = filesIn(root, 'dist')
    .filter((file) => join(root, file) !== recordIn(root))
    .map((file) => [file, statSync(join(root, file))])
  return [given, ...made.map(([file, { size, mtimeMs }]) => `${file} ${size} ${mtimeMs}`), ''].join('\n')
}

/** The files in a folder, or the one file of that name, or none. */
const filesIn = (root, name) => {
  const found = statSync(join(root, name), { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [name] : []
  return readdirSync(join(root, name))
    .toSorted()
    .flatMap((entry) => filesIn(root, `${name}/${entry}`))
}
