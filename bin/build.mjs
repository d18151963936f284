// Builds dist/, unless a build would change nothing in it. A package is always built anew.
import { resolve } from 'node:path'
import { inputsOf, isBuiltFrom, rememberInputs } from './up-to-date.mjs'

// Other users than the one who builds must be able to read dist/: a copy of it, such as in an image, keeps its modes.
process.umask(0o022)

const root = resolve(import.meta.dirname, '..')
const isPackage = ['pack', 'publish'].includes(process.env.npm_command)
// Before the build: a file that changes meanwhile is no part of it.
const inputs = inputsOf(root)
if (isPackage || !isBuiltFrom(root, inputs)) {
  const { makeDist } = await import('./dist.mjs')
  await makeDist({ isPackage })
  if (!isPackage) rememberInputs(root, inputs)
}
