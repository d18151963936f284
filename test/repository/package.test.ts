import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { bugs, engines, homepage, repository, scripts } from '../../package.json'
import { root } from './sources.ts'

// package.json says the same about the project as the other files.

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const oldest = /\d+/.exec(engines.node)![0]

test('there is one address of the repository', () => {
  const address = repository.url.replace(/^git\+|\.git$/g, '')
  expect(homepage).toBe(`${address}#readme`)
  expect(bugs).toBe(`${address}/issues`)
  const elsewhere = ['README.md', '.github/SECURITY.md', '.github/CONTRIBUTING.md'].flatMap((path) =>
    [...read(path).matchAll(/https:\/\/github\.com\/[\w-]+\/[\w-]+/g)].map(([found]) => found),
  )
  expect(elsewhere.filter((found) => found !== address && !found.includes('/actions/'))).toEqual([])
})

test('the oldest Node that is supported is the one to work with, and CI runs it', () => {
  expect(read('.nvmrc').trim()).toBe(oldest)
  const matrices = [...read('.github/workflows/test.yml').matchAll(/node: \[(.*)\]/g)].map(([, list]) => list)
  expect(matrices).toEqual([`${oldest}, 22, 24, 26`, `${oldest}, 22, 24, 26`])
  expect(read('.github/CONTRIBUTING.md')).toContain(`Node ${oldest}, 22, 24 and 26 on Linux, macOS and Windows`)
})

test('CONTRIBUTING names tests that exist', () => {
  const named = [...read('.github/CONTRIBUTING.md').matchAll(/\btest\/[\w./-]+/g)].map(([path]) =>
    path.replace(/\.$/, ''),
  )
  expect(named.length).toBeGreaterThan(8)
  const beginsOne = (path: string): boolean =>
    readdirSync(join(root, dirname(path))).some((name) => name.startsWith(basename(path)))
  expect(named.filter((path) => !beginsOne(path))).toEqual([])
})

test('CONTRIBUTING names scripts that exist', () => {
  const named = [...read('.github/CONTRIBUTING.md').matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})
