import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { tap } from '../../src/reports/tap.ts'
import { listed, readIn } from './linereading.ts'
import { readFiles, readWhole } from './reading.ts'

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
    ['skipped, and not ok', 'not ok 1 - prints # SKIP', { result: 'skipped' }],
    ['a todo that fails', 'not ok 1 - sends # TODO stamps', { name: 'sends', result: 'skipped', error: false }],
    ['a todo that passes', 'ok 1 - sends # TODO', { name: 'sends', result: 'skipped' }],
    ['with the time that it took', 'ok 1 - adds # time=5.5ms', { name: 'adds', seconds: 0.0055 }],
    ['with the time, before its subtests', 'ok 1 - adds # time=5.5ms {\n}', { name: 'adds', seconds: 0.0055 }],
    ['that ends with a carriage return', 'ok 1 - adds\r', { name: 'adds' }],
  ]
  test.for(rows)('%s', async ([, line, expected]) => {
    expect(await first(`1..1\n${line}\n`)).toMatchObject({ flaky: false, line: 2, report: 'report', ...expected })
  })

  test.for(['okay then', 'not okay 1', '# ok 1 - in a comment', 'ok1', 'Ok 1 - loud', '\tok 1 - after a tab', '  ok 1 - two in'])(
    '%j is none',
    async (line) => expect(await list(`1..0\n${line}\n`)).toEqual([]),
  )
})

describe('the YAML block under a test', () => {
  const failing = (yaml: string) => `not ok 1 - a\n  ---\n${yaml}\n  ...\n1..1\n`

  test('of node --test: message, type, stack, place and time', async () => {
    const yaml = `  duration_ms: 250
  location: '/project/shop.test.mjs:9:5'
  failureType: 'testCodeFailure'
  error: |-
    it isn't
      so
  code: 'ERR_TEST_FAILURE'
  name: 'TypeError'
  expected: 1
  stack: |-
    at one (shop.test.mjs:9:5)
    at two`
    expect(await first(failing(yaml))).toMatchObject({
      messages: [{ message: "it isn't\n  so", type: 'TypeError', text: 'expected: 1\nat one (shop.test.mjs:9:5)\nat two' }],
      error: true,
      file: '/project/shop.test.mjs',
      seconds: 0.25,
    })
  })

  test('an assertion is no error', async () => {
    expect(await first(failing("  name: 'AssertionError'"))).toMatchObject({ result: 'failed', error: false })
  })

  test('of vitest: an error in parts, and a text that runs on at the left margin', async () => {
    const yaml = `    error:\n        name: "AssertionError"\n        message: "it is \\"so\\""\n    at: "/project/a.js:1:2"\n    actual: "{\n  \\"price\\": 10,\n}"\n    expected: "9"`
    const { messages, file } = await first(`not ok 1 - a\n    ---\n${yaml}\n    ...\n1..1`)
    expect(messages).toMatchObject([{ type: 'AssertionError', message: 'it is "so"' }])
    expect(messages[0]!.text).toContain('expected: "9"')
    expect(file).toBe('/project/a.js')
  })

  test('lines of TAP in it are its text', async () => {
    expect(await list(failing('  stack: |-\n    ok 2 - no test\nok 3 - none either\n  1..9'))).toEqual(['failed a'])
  })

  test('a key that no runner has is a property', async () => {
    expect(await first(failing("  testctl: 'WEB-C2'\n  found: 1"))).toMatchObject({
      properties: [{ name: 'testctl', value: 'WEB-C2' }],
    })
  })

  test('that is no YAML at all does no harm', async () => {
    expect(await list(`${failing('  : : [ {{ \n\u0000 - &a *b !!x')}`)).toEqual(['failed a'])
  })

  test('that is cut off is read as far as it goes, and the missing plan is told', async () => {
    const { outcomes, dropped } = await read('not ok 1 - a\n  ---\n  message: oh')
    expect(outcomes).toMatchObject([{ result: 'failed', messages: [{ message: 'oh' }] }])
    expect(dropped).toMatchObject([{ reason: expect.stringContaining('no plan') }])
  })
})

test('what stands below a failure without YAML is its message; counts at the end are not', async () => {
  const { outcomes } = await read('1..2\nnot ok 1 - a\n#   Failed test\n#     at a.t\n  and more\nnot ok 2 - b\n# tests 2\n# fail 2\n')
  expect(outcomes.map(({ messages }) => messages)).toEqual([[{ text: 'Failed test\n  at a.t\nand more' }], []])
})

test('a comment below a test that is one of its subtests tells a property, as vitest writes annotations', async () => {
  expect(await first('1..1\nok 1 - refunds\n    # testctl: WEB-C2\n')).toMatchObject({
    properties: [{ name: 'testctl', value: 'WEB-C2' }],
  })
})

describe('subtests', () => {
  const rows: [string, string, string[]][] = [
    [
      'announced at the margin of their parent',
      '# Subtest: shop\n    # Subtest: adds\n    ok 1 - adds\n    # Subtest: cart\n        not ok 1 - pays\n        1..1\n    not ok 2 - cart\n    1..2\nnot ok 1 - shop\n1..1',
      ['passed shop › adds', 'failed shop › cart › pays'],
    ],
    [
      'announced at their own margin',
      '    # Subtest: shop\n    1..2\n    ok 1 - adds\n        # Subtest: cart\n        1..1\n        ok 1 - pays\n    ok 2 - cart\nok 1 - shop\n    # Subtest: second\n    1..1\n    ok 1 - adds\nok 2 - second\n1..2',
      ['passed shop › adds', 'passed shop › cart › pays', 'passed second › adds'],
    ],
    [
      'in braces',
      '1..2\nnot ok 1 - shop # time=2ms {\n    1..2\n    ok 1 - adds\n    not ok 2 - cart {\n        1..1\n        not ok 1 - pays\n    }\n}\nok 2 - other',
      ['passed shop › adds', 'failed shop › cart › pays', 'passed other'],
    ],
    [
      'in a brace of its own, below the YAML of their parent',
      '1..1\nnot ok 1 - shop\n  ---\n  at: here\n  ...\n{\n    not ok 1 - adds\n    1..1\n}',
      ['failed shop › adds'],
    ],
    ['bare, with a plan', '    ok 1 - adds\n    1..1\nok 1 - shop\n1..1', ['passed adds']],
    ['in empty braces', '1..1\nok 1 - shop {\n}', ['passed shop']],
    ['none, and all of them skipped', '# Subtest: shelf\n    1..0 # SKIP empty\nok 1 # skip empty\n1..1', ['skipped shelf']],
  ]
  test.for(rows)('%s', async ([, content, expected]) => {
    expect(await list(content)).toEqual(expected)
    expect(await reasons(content)).toEqual([])
  })

  test('indented output that only looks like one takes nothing away', async () => {
    expect(await list('1..2\nok 1 - a\n    ok I think\nok 2 - b')).toEqual(['passed a', 'passed I think', 'passed b'])
    expect(await list('1..2\nok 1 - a\n            ok far out\nok 2 - b')).toEqual(['passed a', 'passed b'])
  })

  const parent = (child: string, yaml: string) =>
    `# Subtest: p\n    ${child} 1 - c\n    1..1\nnot ok 1 - p\n  ---\n  ${yaml}\n  ...\n1..1`
  test('a parent that fails because of them is no failure beside them', async () => {
    expect(await list(parent('not ok', "failureType: 'subtestsFailed'"))).toEqual(['failed p › c'])
    expect(await list(parent('not ok', 'exitCode: 1'))).toEqual(['failed p › c'])
  })
  test('a parent that fails by itself is one', async () => {
    expect(await list(parent('ok', "failureType: 'testCodeFailure'"))).toEqual(['passed p › c', 'failed p'])
    expect(await list(parent('ok', 'exitCode: 1'))).toEqual(['passed p › c', 'failed p'])
    expect(await list(parent('not ok', "failureType: 'hookFailed'"))).toEqual(['failed p › c', 'failed p'])
  })

  test('a suite of Node.js with no test in it stands for itself, and so does what is round it', async () => {
    const suite = (margin: string) => `${margin}  ---\n${margin}  type: 'suite'\n${margin}  failureType: 'subtestsFailed'\n${margin}  ...`
    const content = `# Subtest: a\n    # Subtest: b\n    not ok 1 - b\n${suite('    ')}\n    1..1\nnot ok 1 - a\n${suite('')}\n1..1`
    expect(await list(content)).toEqual(['failed a › b', 'failed a'])
  })

  test('more than 1000 deep are refused', async () => {
    const deep = Array.from({ length: 1100 }, (_, depth) => `${'    '.repeat(depth)}# Subtest: ${depth}`).join('\n')
    await expect(read(`TAP version 14\n${deep}`)).rejects.toMatchObject({ exitCode: 2, message: /1000 deep, in line 100\d/ })
  })
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

const samples = fileURLToPath(new URL('../../../shared/reports/', import.meta.url))

test.skipIf(!existsSync(samples)).for<[string, object]>([
  ['node-test.tap', { cases: 3, passed: 0, failed: 3, skipped: 0 }],
  ['tap-tests.tap', { cases: 311, passed: 297, failed: 5, skipped: 9 }],
])('%s is counted as it was counted by hand', async ([file, counts]) => {
  expect((await readFiles([samples + file])).reports).toMatchObject([{ format: 'TAP', ...counts, dropped: [] }])
})
