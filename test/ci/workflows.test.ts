import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { scripts } from '../../package.json'
import { root } from '../repository/sources.ts'

// The workflows of this repository agree with package.json, and have no more permissions than they need.

type Step = { uses?: string; run?: string; with?: Record<string, string> }
type Job = {
  uses?: string
  needs?: string | string[]
  permissions?: Record<string, string>
  strategy?: { matrix: Record<string, unknown[]> }
  steps?: Step[]
  'timeout-minutes'?: number
}
type Workflow = { name: string; permissions: Record<string, string>; jobs: Record<string, Job> }

const folder = '.github/workflows'
const workflows = (await readdir(join(root, folder))).map((file) => ({
  file,
  ...(parse(readFileSync(join(root, folder, file), 'utf8'), { strict: true }) as Workflow),
}))
const jobs = workflows.flatMap(({ file, jobs: all }) =>
  Object.entries(all).map(([name, job]) => ({ name: `${file} ${name}`, ...job })),
)
const stepsOf = (all: readonly Job[]): Step[] => all.flatMap(({ steps = [] }) => steps)
const publishing = workflows.find(({ file }) => file === 'publish.yml')!.jobs

test('a workflow calls only scripts of npm, and files, that are there', () => {
  const lines = stepsOf(jobs).map(({ run = '' }) => run)
  const called = lines.flatMap((line) =>
    [...line.matchAll(/\bnpm run (?:--\S+ )*([\w:]+)/g)].map(([, name = '']) => name),
  )
  expect(called.length).toBeGreaterThan(2)
  // The script may be missing only together with the file that makes the programs. No version can be published then.
  const coming = existsSync(`${root}/bin/binaries.mjs`) ? [] : ['binaries']
  expect(called.filter((name) => !(name in scripts))).toEqual(coming)
  const files = lines.flatMap((line) => line.match(/(?<![\w/])\.(?:ci|github)\/[\w./-]+/g) ?? [])
  const named = stepsOf(jobs).flatMap(({ with: { file = '' } = {} }) => (file ? [file] : []))
  const reused = jobs.flatMap(({ uses = '' }) => (uses ? [uses] : []))
  const all = [...files, ...named, ...reused]
  expect(all.length).toBeGreaterThan(3)
  expect(all.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('a version is tested on the Nodes and systems that are claimed before it is published', () => {
  const { test: tested, ...others } = publishing
  expect(tested).toEqual({ uses: './.github/workflows/test.yml' })
  const { linux, elsewhere } = workflows.find(({ file }) => file === 'test.yml')!.jobs
  expect(linux!.strategy!.matrix).toEqual({ node: [20, 22, 24, 26] })
  expect(elsewhere!.strategy!.matrix).toEqual({ os: ['macos-latest', 'windows-latest'], node: [20, 22, 24, 26] })
  expect(readFileSync(join(root, '.github/CONTRIBUTING.md'), 'utf8')).toContain(
    'Node 20, 22, 24 and 26 on Linux, macOS and Windows',
  )
  const before = (name: string): string[] =>
    [publishing[name]?.needs ?? []].flat().flatMap((one) => [one, ...before(one)])
  expect(Object.keys(others).filter((name) => !before(name).includes('test'))).toEqual([])
})

test('actions are pinned to a major version', () => {
  const used = stepsOf(jobs).flatMap(({ uses = '' }) => (uses ? [uses] : []))
  expect(used.length).toBeGreaterThan(8)
  expect(used.filter((one) => !/^(actions|docker)\/[\w-]+@v\d+$/.test(one))).toEqual([])
})

test('a job may write only what it publishes', () => {
  for (const { permissions } of workflows) expect(permissions).toEqual({ contents: 'read' })
  const writing = Object.entries(publishing).flatMap(([name, { permissions = {} }]) => {
    const written = Object.keys(permissions).filter((one) => permissions[one] === 'write')
    return written.length > 0 ? [[name, written]] : []
  })
  expect(Object.fromEntries(writing)).toEqual({
    npm: ['id-token'],
    release: ['contents', 'id-token', 'attestations'],
    image: ['packages', 'id-token', 'attestations'],
    major: ['contents'],
  })
  // The workflow has no secret that could be stolen: npm and the registry of images trust the workflow itself.
  expect(readFileSync(join(root, folder, 'publish.yml'), 'utf8')).not.toContain('secrets.')
})

test('no job runs for ever', () => {
  expect(jobs.filter((job) => !job.uses && !job['timeout-minutes']).map(({ name }) => name)).toEqual([])
})
