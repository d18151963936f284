import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const results = async (...identifiers: string[]) => {
  const rows: string[] = []
  for (const one of identifiers)
    rows.push((await world.prints(`testctl tests get ${one} --columns result,assignedTo`)).slice(0, -1))
  return rows
}

test('results and people are set', async () => {
  await world.prints('testctl tests set WEB-T1 WEB-T2 failed')
  await world.prints('testctl tests assign WEB-T2 --to ben')
  await world.prints('testctl tests update WEB-T3 --result passed --assigned-to ana')
  expect(await results('WEB-T1', 'WEB-T2', 'WEB-T3')).toEqual(['failed\t', 'failed\tben', 'passed\tana'])
})

test('one test that was typed is an object in JSON, several are an array, and so is what stdin names', async () => {
  expect(await world.json('testctl tests set WEB-T12 passed')).toMatchObject({
    identifier: 'WEB-T12',
    result: 'passed',
  })
  expect(await world.json('testctl tests assign WEB-T12 --to ana')).toMatchObject({ assignedTo: 'ana' })
  expect(await world.json('testctl tests set WEB-T12 WEB-T13 passed')).toMatchObject([
    { displayId: 12 },
    { displayId: 13 },
  ])
  expect(await world.json('testctl tests set - passed', { stdin: 'WEB-T12\n' })).toMatchObject([{ displayId: 12 }])
  expect(await world.json('testctl tests set - passed')).toEqual([])
  const lines = await world.prints('testctl tests set WEB-T12 WEB-T13 passed --ndjson')
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { identifier: string }).identifier),
  ).toEqual(['WEB-T12', 'WEB-T13'])
})

describe('- takes the ids from stdin', () => {
  test('the first word of each line', async () => {
    const stdin = 'WEB-T1\tlogs in\tuntested\r\n\n  WEB-T2  \nWEB-T3'
    expect(await world.prints('testctl tests set - passed', { stdin })).toBe('WEB-T1\nWEB-T2\nWEB-T3\n')
  })

  test('beside those typed', async () => {
    expect(await world.prints('testctl tests assign WEB-T5 - WEB-T1 --to x', { stdin: 'WEB-T2\n' })).toBe(
      'WEB-T5\nWEB-T2\nWEB-T1\n',
    )
  })

  test('as a list prints them', async () => {
    const stdin = await world.prints('testctl tests list WEB-R7 --result failed --quiet')
    expect(await world.prints('testctl tests assign - --to ana', { stdin })).toBe('WEB-T11\nWEB-T12\n')
  })

  test('none at all changes nothing', async () => {
    expect(await world.prints('testctl tests assign - --to ana')).toBe('')
    expect(await world.requests('testctl tests assign - --to ana')).toEqual([])
  })
})

describe('--from', () => {
  const from = (lines: string, flags = '') => ({ line: `testctl tests set --from - ${flags}`, typed: { stdin: lines } })
  const comments = async (typed: string) => world.prints(`testctl comments list ${typed} --columns content`)

  test('reads a change a line: results, people, comments', async () => {
    const { line, typed } = from(
      '{"test":"WEB-T3","result":"failed","comment":"No button"}\n\n{"test":"t4","assignedTo":"ana"}\r\n{"test":"WEB-T5","comment":"?"}',
      '-p WEB',
    )
    expect(await world.prints(line, typed)).toBe('WEB-T3\nWEB-T4\nWEB-T5\n')
    expect(await results('WEB-T3', 'WEB-T4', 'WEB-T5')).toEqual(['failed\t', 'untested\tana', 'untested\t'])
    expect(await comments('WEB-T3')).toBe('No button\n')
    expect(await comments('WEB-T5')).toBe('?\n')
  })

  test('reads a file, and says on a terminal how many were changed', async () => {
    await writeFile(join(world.folder, 'results.ndjson'), '{"test":"WEB-T1","result":"passed"}\n')
    expect(await world.prints('testctl tests set --from results.ndjson --color never', { terminal: 80 })).toBe(
      '✓ WEB-T1 logs in: untested → passed\n',
    )
    expect(await world.json('testctl tests set --from results.ndjson')).toMatchObject([{ result: 'passed' }])
  })

  test('of several lines for a test the last value counts, and every comment is kept', async () => {
    const id = await world.idOf('WEB-T3')
    const { line, typed } = from(
      `{"test":"WEB-T3","result":"failed","comment":"one"}\n{"test":"web-t3","assignedTo":"ana","comment":"two"}\n{"test":"${id}","result":"passed","comment":"three"}\n`,
    )
    expect(await world.prints(line, typed)).toBe('WEB-T3\n')
    expect(await results('WEB-T3')).toEqual(['passed\tana'])
    expect(await comments('WEB-T3')).toBe('one\ntwo\nthree\n')
  })

  test('each bad line is told by its number, and nothing is sent', async () => {
    const { line, typed } = from(
      [
        '{"test":"WEB-T1","result":"passed"}',
        '{"test":"WEB-T1","result":"pased"}',
        'nonsense',
        '{"result":"passed"}',
        '{"test":"WEB-T1"}',
        '{"test":"WEB-T1","result":1}',
        '{"test":"WEB-T1","status":"passed"}',
        '[]',
        '{"test":"WEB-R1","result":"passed"}',
        '{"test":"t1","result":"passed"}',
      ].join('\n'),
      '-v',
    )
    const { exitCode, stderr } = await world.fails(line, typed)
    expect(exitCode).toBe(2)
    expect(stderr.replace(/(stdin:3:).*/, '$1 …')).toBe(`error: 9 lines cannot be read; nothing was sent
  a line looks like {"test":"WEB-T1","result":"passed","comment":"…"}
  - stdin:2: there is no result "pased"
  - stdin:3: …
  - stdin:4: test is missing
  - stdin:5: result, assignedTo or comment is missing
  - stdin:6: result must be a string
  - stdin:7: unknown field "status" (known: test, result, assignedTo, comment)
  - stdin:8: not a JSON object
  - stdin:9: WEB-R1 is a test run, not a test
  - stdin:10: t1 needs a project
`)
    expect(await results('WEB-T1')).toEqual(['untested\t'])
  })

  test('a line that does not end is refused while it is read', async () => {
    const { line, typed } = from(`{"test":"WEB-T1","result":"passed"}\n${' '.repeat(17 * 1024 * 1024)}`)
    expect(await world.fails(line, typed)).toMatchObject({
      exitCode: 2,
      stderr: 'error: stdin has a line that is too long: line 2\n  put each in a line of its own; nothing was sent\n',
    })
    expect(await results('WEB-T1')).toEqual(['untested\t'])
  })

  test.for(['', '\n \r\n'])('a file in which nothing is to be changed (%j) is no success', async (text) => {
    await writeFile(join(world.folder, 'results.ndjson'), text)
    expect(await world.fails('testctl tests set --from results.ndjson')).toEqual({
      exitCode: 2,
      stderr: `error: there is no change in results.ndjson
  did its writer finish? a line looks like {"test":"WEB-T1","result":"passed","comment":"…"}
`,
    })
  })

  test('no line on stdin, as a filter may leave it, changes nothing', async () => {
    const { line, typed } = from('', '--json')
    expect(await world.json(line, typed)).toEqual([])
  })

  test.skipIf(process.platform === 'win32')('nor does what is no file, as a pipe of the shell: <(jq …)', async () => {
    expect(await world.json('testctl tests set --from /dev/null --json')).toEqual([])
  })

  test('a file that is not there', async () => {
    expect(await world.fails('testctl tests set --from none.ndjson')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('none.ndjson'),
    })
  })
})

test('many tests of one run are found by its pages, not one by one', async () => {
  await world.prints('testctl projects create --name Big --identifier BIG')
  const lines = Array.from({ length: 40 }, (_, at) => `<testcase name="t${at}"/>`).join('')
  await world.prints('testctl runs submit - -p BIG --name x --create-cases', {
    stdin: `<testsuite>${lines}</testsuite>`,
  })
  const stdin = Array.from({ length: 40 }, (_, at) => `BIG-T${at + 1}\n`).join('')
  const requests = await world.requests('testctl tests set - failed', { stdin })
  expect(requests.filter((request) => request.startsWith('GET'))).toEqual([
    'GET /v1/tests/test/BIG-T1?relations=test_run',
    'GET /v1/tests/ID?offset=0&limit=1000',
  ])
  expect(requests.filter((request) => request === 'POST /v1/tests/ID')).toHaveLength(40)
  expect(await world.prints('testctl tests set - passed', { stdin })).toBe(stdin)
  expect(await world.prints('testctl runs get BIG-R1 --columns results.passed')).toBe('40\n')
})
