import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../helpers/seeded-remote.ts'
import { worldsOfFewCases } from './few-cases.ts'

// A service that leaves out the texts of cases and tests, or sends null for them. DECISIONS 22

let there: SeededRemote
const makeWorld = worldsOfFewCases()
beforeEach(async () => {
  there = await startSeededRemote(makeWorld)
})
afterEach(() => there.close())

const type = (line: string) => there.type(line)
const texts = ['steps', 'preconditions', 'customFields']

describe.each([
  ['left out', undefined],
  ['null', null],
])('where the texts are %s', (_, value) => {
  beforeEach(() => {
    there.remote.after = (_request, { status, headers, body }) => ({
      status,
      headers,
      body: JSON.stringify(JSON.parse(body, (name, own: unknown) => (texts.includes(name) ? value : own))),
    })
  })

  test.each([
    'runs report WEB-R7',
    'projects report WEB',
    'milestones report WEB-M1',
    'cases export cases -p WEB',
    'cases export cases.csv -p WEB',
    'cases export cases.json -p WEB',
    'cases export cases.ndjson -p WEB',
    'cases lint -p WEB',
    'cases update WEB-C1 --step x --custom-fields {} --preconditions y --dry-run',
    'cases update WEB-C1 --name x',
  ])('%s shows them as empty', async (line) => {
    const { stderr, exitCode } = await type(`testctl ${line}`)
    expect(stderr).not.toContain('unexpected')
    expect(exitCode).toBe(line.includes('lint') ? 8 : 0)
  })

  test.each([
    ["cases update WEB-C1 --add-step 'x => y'", 'steps', '--step '],
    ["cases update WEB-C1 --add-step 'x => y' --dry-run", 'steps', '--step '],
    ['cases update WEB-C1 WEB-C2 --custom-field z=1', 'custom fields', undefined],
    ['cases update WEB-C1 --custom-field z=1 --dry-run', 'custom fields', '--custom-fields '],
  ])('%s refuses to write over them', async (line, what, next) => {
    const { stderr, exitCode } = await type(`testctl ${line}`)
    expect([5, 7]).toContain(exitCode)
    expect(stderr).toContain(`the service does not say which ${what} WEB-C1 has: they were not changed`)
    if (next) expect(stderr).toContain(`testctl cases update WEB-C1 ${next}`)
    expect(there.remote.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('an import writes no text over them', async () => {
    await there.world.prints('testctl cases export cases.ndjson -p WEB')
    const file = join(there.world.folder, 'cases.ndjson')
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replaceAll(/"steps":\[[^\]]*\]/g, '"steps":[{"action":"New","expectation":""}]'),
    )
    const { stderr } = await type('testctl cases import cases.ndjson -p WEB --ours all')
    expect(stderr).toContain('the service does not say which ')
    expect(there.remote.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

test('steps without their expectations are not sent back without them', async () => {
  there.remote.after = (_request, { status, headers, body }) => ({
    status,
    headers,
    body: JSON.stringify(JSON.parse(body, (name, own: unknown) => (name === 'expectation' ? undefined : own))),
  })
  await there.world.prints("testctl cases update WEB-C1 --step 'Open => It opens'")
  const { exitCode, stderr } = await type("testctl cases update WEB-C1 --add-step 'x => y'")
  expect({ exitCode, stderr }).toEqual({
    exitCode: 5,
    stderr: expect.stringContaining('does not say which steps WEB-C1 has'),
  })
})
