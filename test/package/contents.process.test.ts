import { rmSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, expect, test } from 'vitest'
import { root } from '../helpers/world.ts'

type Sizes = Record<string, number>
type Read = (path: string) => string

type Checks = {
  listFiles: (...flags: string[]) => Promise<Sizes>
  problemsOf: (sizes: Sizes, read: Read) => string[]
  readOurs: Read
}
const checksIn = (folder: string) => import(join(folder, 'bin/check-package.mjs')) as Promise<Checks>
const { problemsOf, readOurs } = await checksIn(root)

const { packCode } = (await import(join(root, 'bin/compile.mjs'))) as { packCode: (root: string) => Promise<void> }

let sizes: Sizes
beforeAll(async () => {
  // The bill of materials and the compressed code are made only when a package is really packed.
  const made = { ...(await packedCode()), 'dist/sbom.cdx.json': 80_000 }
  sizes = { ...(await listed()), ...made }
})

/** Lists what npm would pack of a copy of this folder. The SQLite engines in it are empty: compressing them takes most of the time. */
const listed = async (): Promise<Sizes> => {
  const place = await mkdtemp(join(tmpdir(), 'testctl-listed-'))
  try {
    const names = (await readdir(root)).filter((name) => name !== 'node_modules' && name !== '.git')
    // In this process, copying the thousands of files would take a second of processor time.
    await execa('cp', ['-r', ...names, place], { cwd: root })
    const engines = join(place, 'dist/sqlite')
    for (const name of await readdir(engines)) await truncate(join(engines, name))
    return await (await checksIn(place)).listFiles('--ignore-scripts')
  } finally {
    rmSync(place, { recursive: true })
  }
}

/** Lists the compressed code of a package, for one version of Node.js. */
const packedCode = async (): Promise<Sizes> => {
  const place = await mkdtemp(join(tmpdir(), 'testctl-packed-'))
  try {
    await cp(join(root, 'dist/code'), join(place, 'dist/code'), { recursive: true })
    await packCode(place)
    const files = await readdir(join(place, 'dist/packed'))
    const sizeOf = async (file: string) => (await stat(join(place, 'dist/packed', file))).size
    return Object.fromEntries(
      await Promise.all(files.map(async (file) => [`dist/packed/${file}`, await sizeOf(file)] as const)),
    )
  } finally {
    await rm(place, { recursive: true })
  }
}

test('the package holds what it needs and nothing else, depends on nothing, and is small', () => {
  // A release has the code of four versions of Node.js.
  const others = [1, 2, 3].flatMap((version) =>
    codeIn(sizes).map((path) => [path.replace(process.versions.v8, `1${version}.1`), sizes[path]] as const),
  )
  expect(problemsOf({ ...sizes, ...Object.fromEntries(others) } as Sizes, readOurs)).toEqual([])
})

test('compiled code comes along, of what all commands share', () => {
  expect(codeIn(sizes)).toEqual([
    expect.stringContaining(`/packed/complete.cjs-__complete-${process.versions.v8}-`),
    expect.stringContaining(`/packed/main.cjs-tests-${process.versions.v8}-`),
  ])
})

const codeIn = (files: Sizes): string[] => Object.keys(files).filter((path) => /^dist\/(code|packed)\//.test(path))

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
