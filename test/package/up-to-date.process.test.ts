import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { root } from '../helpers/world.ts'

type State = (folder: string, inputs: string) => boolean
const { inputsOf, isBuiltFrom, rememberInputs } = (await import(join(root, 'bin/up-to-date.mjs'))) as {
  inputsOf: (folder: string) => string
  isBuiltFrom: State
  rememberInputs: State
}

let folder = ''
const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}
const build = (): void => {
  const inputs = inputsOf(folder)
  write('dist/main.cjs', 'made')
  write('dist/code/main', 'compiled')
  rememberInputs(folder, inputs)
}
const isUpToDate = (): boolean => isBuiltFrom(folder, inputsOf(folder))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testctl-'))
  write('src/main.ts', 'one')
  write('src/cli/flags.ts', 'two')
  write('bin/build.mjs', 'three')
  write('package.json', '{}')
  write('node_modules/.package-lock.json', '{}')
})

test('a folder that was never built is not up to date; after a build it is, until the next change', () => {
  expect(isUpToDate()).toBe(false)
  build()
  expect(isUpToDate()).toBe(true)
  write('src/main.ts', 'six')
  expect(isUpToDate()).toBe(false)
  build()
  expect(isUpToDate()).toBe(true)
})

test.each([
  ['a source of the same length', () => write('src/cli/flags.ts', 'six')],
  ['a new source', () => write('src/new.ts', '')],
  ['a source that is gone', () => rmSync(join(folder, 'src/cli/flags.ts'))],
  ['what builds', () => write('bin/build.mjs', 'nine')],
  ['the package', () => write('package.json', '{ }')],
  ['what is installed', () => write('node_modules/.package-lock.json', '{ }')],
  ['a file of dist that is gone', () => rmSync(join(folder, 'dist/code/main'))],
  ['a file of dist that was written again', () => utimesSync(join(folder, 'dist/main.cjs'), 1, 1)],
  ['a file more in dist', () => write('dist/sbom.cdx.json', '{}')],
  ['no dist', () => rmSync(join(folder, 'dist'), { recursive: true })],
])('%s makes the next build one that builds', (_, change) => {
  build()
  change()
  expect(isUpToDate()).toBe(false)
})

test('what changes while a build runs is built the next time', () => {
  const inputs = inputsOf(folder)
  write('src/main.ts', 'later')
  write('dist/main.cjs', 'made')
  rememberInputs(folder, inputs)
  expect(isUpToDate()).toBe(false)
})
