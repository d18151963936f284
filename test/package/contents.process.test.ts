import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { root } from '../helpers/world.ts'

type Sizes = Record<string, number>
type Read = (path: string) => string

const { listFiles, problemsOf, readOurs } = (await import(join(root, 'bin/check-package.mjs'))) as {
  listFiles: (...flags: string[]) => Promise<Sizes>
  problemsOf: (sizes: Sizes, read: Read) => string[]
  readOurs: Read
}

let sizes: Sizes
beforeAll(async () => {
  // A bill of materials is only made where a package is really packed.
  sizes = { ...(await listFiles('--ignore-scripts')), 'dist/sbom.cdx.json': 1 }
})

test('the package holds what it needs and nothing else, depends on nothing, and is small', () => {
  expect(problemsOf(sizes, readOurs)).toEqual([])
})

test('compiled code comes along, of what all commands share', () => {
  const code = Object.keys(sizes).filter((path) => path.startsWith('dist/code/'))
  expect(code).toEqual([
    expect.stringContaining(`/complete.cjs-__complete-${process.versions.v8}-`),
    expect.stringContaining(`/main.cjs-tests-${process.versions.v8}-`),
  ])
})

test('what goes wrong with a package is found', () => {
  const { 'dist/main.cjs': main, ...without } = sizes
  const read: Read = (path) =>
    path === 'package.json'
      ? '{ "bin": { "testctl": "bin/other.js" }, "dependencies": { "left-pad": "1.0.0" } }'
      : readOurs(path)
  expect(main).toBeGreaterThan(0)
  expect(problemsOf({ ...without, '.env': 10, 'dist/big.wasm': 9_000_000 }, read)).toEqual([
    '.env does not belong there',
    'dist/main.cjs is missing',
    'bin/other.js is missing',
    'there are dependencies: everything is bundled',
    expect.stringMatching(/^without SQLite it has \d+ bytes, more than 5 MB$/),
  ])
})
