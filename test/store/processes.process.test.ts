import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspect } from './inspection.ts'
import { programOf } from './programs.ts'

let writer: string
let folder: string

beforeAll(async () => {
  writer = await programOf('writer')
  folder = await mkdtemp(join(tmpdir(), 'testctl-store-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

const idsSaid = (stdout: string, word: string): string[] =>
  [...stdout.matchAll(new RegExp(`^${word} (.+)\n`, 'gm'))].map(([, id]) => id!)

test('several processes can open a fresh file at once, and all of them write', async () => {
  const file = join(folder, 'fresh.db')
  const write = async () =>
    (await execa(process.execPath, [writer, file, '4', '5'], { stripFinalNewline: false })).stderr
  const said = await Promise.all(Array.from({ length: 6 }, write))
  const { projects, cases, runs, tests } = await inspect(file)
  expect(said).toEqual(said.map(() => ''))
  expect([projects.length, runs.length, cases.length, tests.length]).toEqual([1, 6, 120, 120])
  expect(cases.map((row) => row.display_id)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
  expect(tests.map((row) => row.display_id)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
  expect(tests.every(({ result }) => result === 'passed')).toBe(true)
})

test('what a killed process was promised is there, and nothing is half done', async () => {
  const file = join(folder, 'killed.db')
  const promised = { run: [] as string[], case: [] as string[], test: [] as string[], passed: [] as string[] }
  for (let kill = 0; kill < 5; kill++) {
    const child = execa(process.execPath, [writer, file, '8', '100000'], { reject: false, stripFinalNewline: false })
    let seen = 0
    const enough = 20 + Math.random() * 300
    child.stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString().split('\n').length - 1
      if (seen > enough) child.kill('SIGKILL')
    })
    const { stdout, stderr, signal } = await child
    expect({ stderr, signal }).toEqual({ stderr: '', signal: 'SIGKILL' })
    for (const word of ['run', 'case', 'test', 'passed'] as const) promised[word].push(...idsSaid(stdout, word))
  }
  const { cases, runs, tests } = await inspect(file)
  const lost = (ids: string[], rows: { id: string }[]) => {
    const kept = new Set(rows.map(({ id }) => id))
    return ids.filter((id) => !kept.has(id))
  }
  expect(promised.passed.length).toBeGreaterThan(20)
  expect(lost(promised.run, runs)).toEqual([])
  expect(lost(promised.case, cases)).toEqual([])
  expect(lost(promised.test, tests)).toEqual([])
  expect(
    lost(
      promised.passed,
      tests.filter(({ result }) => result === 'passed'),
    ),
  ).toEqual([])
  expect(cases.map((row) => row.display_id)).toEqual(cases.map((_, index) => index + 1))
})
