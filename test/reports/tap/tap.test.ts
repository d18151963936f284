import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { tap } from '../../../src/reports/tap/index.ts'
import { listed, readIn } from '../linereading.ts'
import { readFiles, readWhole } from '../reading.ts'

const read = (content: string) => readIn(tap, content)
const list = async (content: string) => listed((await read(content)).outcomes)
const first = async (content: string) => (await read(content)).outcomes[0]!

const reasons = async (content: string) => (await read(content)).dropped.map(({ reason }) => reason)

describe('a line of a test', () => {
  const rows: [string, string, object][] = [
    ['with number, dash and name', 'ok 1 - adds an item', { name: 'adds an item', result: 'passed' }],
    ['without a dash', 'ok 1 adds an item', { name: 'adds an item' }],
    ['without a number', 'ok - adds an item', { name: 'adds an item' }],
    ['with neither', 'not ok adds an item', { name: 'adds an item', result: 'failed' }],
    ['without a name', 'ok 2', { name: '', result: 'passed' }],
    ['with nothing at all', 'not ok', { name: '', result: 'failed' }],
    ['whose name begins with a number', 'ok 1 - 3 little pigs', { name: '3 little pigs' }],
    ['whose name has a #', 'ok 1 - fixes # 12', { name: 'fixes # 12', result: 'passed' }],
    ['with an escaped #', 'ok 1 - says \\# SKIP', { name: 'says # SKIP', result: 'passed' }],
    ['with escaped backslashes', 'ok 1 - C:\\\\temp \\# a', { name: 'C:\\temp # a' }],
    ['whose name ends in a brace', 'ok 1 - opens {', { name: 'opens {' }],
    ['skipped', 'ok 1 - prints # SKIP no paper', { name: 'prints', result: 'skipped', messages: [{ message: 'no paper', text: '' }] }],
    ['skipped in small letters', 'ok 1 # skip no paper', { name: '', result: 'skipped' }],
    ['skipped without a reason', 'ok 1 shop prints # SKIP -', { name: 'shop prints', result: 'skipped', messages: [] }],
    ['of bats, not ok, whose title ends like a skip', 'not ok 1 finds # skip marks\n# (in test file a.bats, line 2)', { name: 'finds', result: 'failed', messages: [{ text: '(in test file a.bats, line 2)' }] }],
    ['of busted, skipped: its title stands behind the word', 'ok 1 - # SKIP shop prints', { name: 'shop prints', result: 'skipped' }],
    ['of busted, which names a place in the source', 'ok 1 - # SKIP shop.lua:3: no paper', { name: '', result: 'skipped' }],
    ['of cmocka, which skips what is not ok', 'not ok 1 # SKIP prints', { name: 'prints', result: 'skipped' }],
    ['of Perl, still to be done: the reason is no name', 'not ok 1 # TODO no stamps', { name: '', result: 'skipped' }],
    ['of lab, skipped', 'ok 1 # SKIP (1) shop prints', { name: '(1) shop prints', result: 'skipped' }],
    ['of lab, still to be written', 'ok 1 # TODO (1) shop prints', { name: '(1) shop prints', result: 'skipped' }],
    ['skipped for a reason with another number', 'ok 1 # SKIP (2) is broken', { name: '', result: 'skipped' }],
    ['a todo that fails', 'not ok 1 - sends # TODO stamps', { name: 'sends', result: 'skipped', error: false }],
    ['a todo that passes', 'ok 1 - sends # TODO', { name: 'sends', result: 'skipped' }],
    ['Node.js: a failure that was expected', 'ok 1 - adds # EXPECTED FAILURE', { name: 'adds', result: 'passed' }],
    ['Node.js: one that was expected, and did not come', 'not ok 1 - adds # EXPECTED FAILURE see 12', { name: 'adds', result: 'failed' }],
    ['with the time that it took', 'ok 1 - adds # time=5.5ms', { name: 'adds', seconds: 0.0055 }],
    ['with the time, before its subtests', 'ok 1 - adds # time=5.5ms {\n}', { name: 'adds', seconds: 0.0055 }],
    ['that ends with a carriage return', 'ok 1 - adds\r', { name: 'adds' }],
  ]
  test.for(rows)('%s', async ([, line, expected]) => {
    expect(await first(`1..1\n${line}\n`)).toMatchObject({ flaky: false, line: 2, report: 'report', ...expected })
  })

  test.for(['# TODO comments', '# SKIP marks'])('of bats, not ok, whose title ends like %s, failed in TAP 13, too', async (end) => {
    const said = '(in test file a.bats, line 2)\n`false failed'
    const yaml = said.replace(/^/gm, '    ')
    const outcome = { name: 'finds', result: 'failed', messages: [{ message: expect.stringContaining('(in test file a.bats') }] }
    expect(await first(`TAP version 13\n1..1\nnot ok 1 finds ${end}\n  ---\n  message: |\n${yaml}\n  ...\n`)).toMatchObject(outcome)
    expect(await first(`1..1\nnot ok 1 finds ${end}\n# (in test file a.bats, line 2)\n`)).toMatchObject({ name: 'finds', result: 'failed' })
  })

  test('skipped, and not ok, is skipped where the report says which TAP it is, as those of Node.js and tap do', async () => {
    expect(await first('TAP version 14\nnot ok 1 - prints # SKIP no paper\n1..1\n')).toMatchObject({ result: 'skipped', messages: [{ message: 'no paper' }] })
  })

  test.for(['okay then', 'not okay 1', '# ok 1 - in a comment', 'ok1', 'Ok 1 - loud', '\tok 1 - after a tab', '  ok 1 - two in'])(
    '%j is none',
    async (line) => expect(await list(`1..0\n${line}\n`)).toEqual([]),
  )
})

describe('tests that are missing are told, with the reason', () => {
  const rows: [string, string, string[]][] = [
    ['fewer than planned', '1..3\nok 1', ['the plan is for 3 tests, and 1 was reported']],
    ['none of them', '1..1\n# hm', ['the plan is for 1 test, and none were reported']],
    ['more than planned', 'ok 1\nok 2\n1..1', ['the plan is for 1 test, and 2 were reported']],
    ['no plan', 'ok 1\nok 2\n', ['no plan (1..N) says how many tests there are: some may be missing']],
    ['a bail-out', '1..3\nok 1\nBail out! fire\n', ['the run bailed out: fire']],
    ['a bail-out that is told at every level', '1..2\n# Subtest: a\n    ok 1\n    Bail out! fire\nBail out! fire', ['the run bailed out: fire']],
    ['in a subtest', '# Subtest: a\n    1..2\n    ok 1\nok 1 - a\n1..1', ['the plan is for 2 tests, and 1 was reported']],
    ['cut off inside braces', '1..1\nok 1 - a {\n    ok 1 - b\n', ['the report ends inside this subtest']],
    ['as many as planned', '1..2\nok 1\nok 2', []],
    ['two reports one behind the other', 'TAP version 13\nok 1\n1..1\nTAP version 13\nok 1\nok 2\n1..2', []],
    ['two without a version', '1..1\nok 1\n1..2\nok 1\nok 2\n', []],
    ['the second cut short', '1..1\nok 1\n1..2\nok 1\n', ['the plan is for 2 tests, and 1 was reported']],
  ]
  test.for(rows)('%s', async ([, content, expected]) => expect(await reasons(content)).toEqual(expected))
})

describe('it is recognised by what stands at the beginning of a line', () => {
  test.for(['TAP version 14\n1..1\nok 1', '1..1\nok', 'ok 1 - a\n1..1', 'not ok\n1..1', '\n> npm test\n\n$ node a.js\nTAP version 13\nok 1\n1..1'])(
    '%j',
    async (content) => expect(await readWhole(content)).toMatchObject({ format: 'TAP', cases: 1 }),
  )
  test('however little of it comes at once', async () => {
    const { outcomes } = await readIn(tap, 'TAP version 13\nok 1 - ünï 🎉\n1..1', 1)
    expect(listed(outcomes)).toEqual(['passed ünï 🎉'])
  })
  test('and prose is not', async () => {
    await expect(readFiles(['-'], 'everything is ok 1 hopes\nok? no')).rejects.toMatchObject({ exitCode: 2 })
  })
})

test('a hundred thousand tests are read, and as many without a plan lose none', async () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => `ok ${at + 1} - test ${at}`)
  expect((await read(`${lines.join('\n')}\n1..100000`)).dropped).toEqual([])
  expect((await read(lines.join('\n'))).outcomes).toHaveLength(100_000)
})

const samples = fileURLToPath(new URL('../../../../shared/reports/', import.meta.url))

test.skipIf(!existsSync(samples)).for<[string, object]>([
  ['node-test.tap', { cases: 3, passed: 0, failed: 3, skipped: 0 }],
  ['tap-tests.tap', { cases: 311, passed: 297, failed: 5, skipped: 9 }],
])('%s is counted as it was counted by hand', async ([file, counts]) => {
  expect((await readFiles([samples + file])).reports).toMatchObject([{ format: 'TAP', ...counts, dropped: [] }])
})

test('a warning of testthat, on a line of its own, is no test', async () => {
  const { outcomes, dropped } = await read('1..3\nok 1 # WARNING low stock\nand no price\nok 2 warns\nnot ok 3 # WARNING\n')
  expect(outcomes).toMatchObject([{ name: 'warns', result: 'passed' }, { name: '# WARNING', result: 'failed' }])
  expect(dropped).toEqual([])
})
