import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ndjson } from '../../../src/reports/ndjson/index.ts'
import { readIn } from '../linereading.ts'
import { readFiles, readWhole } from '../reading.ts'
import { character } from '../../helpers/character.ts'

const nothing = {
  suite: [],
  classname: undefined,
  file: undefined,
  error: false,
  flaky: false,
  messages: [],
  properties: [],
  seconds: undefined,
  report: 'report',
}

test('a name and a result are enough; empty lines are passed over, and the line is known', async () => {
  const { outcomes } = await readIn(ndjson, '{"name":"a","result":"passed"}\r\n\n  \n{"result":"skipped","name":"b"}')
  expect(outcomes).toEqual([
    { ...nothing, name: 'a', result: 'passed', line: 1 },
    { ...nothing, name: 'b', result: 'skipped', line: 4 },
  ])
})

test('the short form names a test by its identifier; its comment is a message', async () => {
  const { outcomes } = await readIn(ndjson, '{"test":"WEB-T12","result":"failed","comment":"Timeout\\nat login"}')
  expect(outcomes).toMatchObject([
    {
      name: 'WEB-T12',
      result: 'failed',
      messages: [{ text: 'Timeout\nat login' }],
      properties: [{ name: 'testctl', value: 'WEB-T12' }],
    },
  ])
})

test('both at once: the identifier stands beside the other properties, the comment behind the other messages', async () => {
  const line = { test: 'WEB-T1', name: 'a', result: 'failed', comment: 'c', messages: [{ message: 'm' }], properties: [{ name: 'tag', value: 'x' }] }
  expect((await readIn(ndjson, JSON.stringify(line))).outcomes).toMatchObject([
    {
      name: 'a',
      messages: [{ message: 'm', text: '' }, { text: 'c' }],
      properties: [
        { name: 'tag', value: 'x' },
        { name: 'testctl', value: 'WEB-T1' },
      ],
    },
  ])
})

describe('a line that cannot be read ends with exit 2 and its place', () => {
  const rows: [string, string][] = [
    ['{"name":"a"}', 'result is missing'],
    ['{"result":"passed"}', 'name is missing (or test, the identifier of a test)'],
    ['{"name":"a","result":"pass"}', 'result must be passed, failed or skipped, not "pass"'],
    ['{"name":"a","result":"untested"}', 'result must be passed, failed or skipped, not "untested"'],
    ['{"name":1,"result":"passed"}', 'name must be a text, not 1'],
    ['{"name":"a","result":"passed","file":null}', 'file must be a text, not null'],
    ['{"name":"a","result":"passed","seconds":"1"}', 'seconds must be a number from 0, not "1"'],
    ['{"name":"a","result":"passed","seconds":-1}', 'seconds must be a number from 0, not -1'],
    ['{"name":"a","result":"passed","suite":"s"}', 'suite must be a list of texts, not "s"'],
    ['{"name":"a","result":"passed","error":true}', 'error is true, and the result is passed'],
    ['{"name":"a","result":"failed","flaky":true}', 'flaky is true, and the result is failed'],
    ['{"name":"a","result":"failed","messages":["m"]}', 'messages must be a list of {"message","type","text"}'],
    ['{"name":"a","result":"failed","messages":[{"stack":"s"}]}', 'messages must be a list of {"message","type","text"}'],
    ['{"name":"a","result":"passed","properties":[{"name":"p"}]}', 'properties must be a list of {"name","value"}'],
    ['{"name":"a","result":"passed","status":"ok"}', 'unknown field "status" (known: name, test, result, comment, suite'],
    ['{"name":"a","result":"passed","__proto__":{}}', 'unknown field "__proto__"'],
    ['{"name":"a","result":"passed","constructor":"x"}', 'unknown field "constructor"'],
    ['["a","passed"]', 'it is not a JSON object'],
    ['{"name":"a","result":"pas', 'it is not JSON'],
  ]
  test.for(rows)('%s', async ([line, expected]) => {
    const error = await readFiles(['-'], `{"name":"fine","result":"passed"}\n${line}\n`).catch((refusal) => refusal)
    expect(error).toMatchObject({ exitCode: 2, hint: expect.stringContaining('{"name":"Login works"') })
    expect(error.message).toContain(`stdin:2 cannot be read: ${expected}`)
  })
})

describe('it is recognised by the keys of its first line', () => {
  test.for(['{"name":"a","result":"passed"}', '{"seconds":1,"result":"failed","suite":["x"],"test":"WEB-T1"}'])('%s', async (line) => {
    expect(await readWhole(`${line}\n${line}`)).toMatchObject({ format: 'NDJSON', cases: 2 })
  })
  test('and a first line of a hundred thousand characters', async () => {
    const line = JSON.stringify({ name: 'a', messages: [{ text: 'x'.repeat(100_000) }], result: 'failed' })
    expect(await readWhole(line)).toMatchObject({ format: 'NDJSON', failed: 1 })
  })
})

const text = fc.string({ unit: character, maxLength: 20 }).map((value) => value.toWellFormed())
const outcome = fc
  .record({
    name: text,
    suite: fc.array(text, { maxLength: 3 }),
    classname: fc.option(text, { nil: undefined }),
    file: fc.option(text, { nil: undefined }),
    ending: fc.constantFrom('passed', 'flaky', 'failed', 'error', 'skipped'),
    messages: fc.array(fc.record({ message: text, type: text, text }, { requiredKeys: ['text'] }), { maxLength: 3 }),
    properties: fc.array(fc.record({ name: text, value: text }), { maxLength: 3 }),
    seconds: fc.option(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(Math.abs), { nil: undefined }),
  })
  .map(({ ending, ...rest }) => ({
    ...rest,
    result: ending === 'flaky' ? 'passed' : ending === 'error' ? 'failed' : ending,
    error: ending === 'error',
    flaky: ending === 'flaky',
  }))

test('outcomes written one JSON a line and read back are the same, however the file is cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(outcome, { maxLength: 5 }), fc.integer({ min: 1, max: 500 }), async (outcomes, size) => {
      const written = outcomes.map((one) => JSON.stringify(one)).join('\n')
      const read = (await readIn(ndjson, written, size)).outcomes
      expect(read.map(({ report: _report, line: _line, ...rest }) => rest)).toEqual(outcomes)
    }),
  )
})
