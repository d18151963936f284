import { describe, expect, test } from 'vitest'
import { tap } from '../../../src/reports/tap/index.ts'
import { listed, readIn } from '../linereading.ts'

const read = (content: string) => readIn(tap, content)
const list = async (content: string) => listed((await read(content)).outcomes)

const first = async (content: string) => (await read(content)).outcomes[0]!

const reasons = async (content: string) => (await read(content)).dropped.map(({ reason }) => reason)

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

  test('of Deno, which is a line of JSON: message, stack and place', async () => {
    const json = { message: 'Error: 10 is not 9\n    at \u001b[36mshop_test.ts\u001b[0m:2:7', severity: 'fail', at: { file: './shop_test.ts', line: 2 } }
    const expected = { file: './shop_test.ts', messages: [{ message: json.message, text: 'at: ./shop_test.ts:2' }], properties: [] }
    expect(await first(failing(`  ${JSON.stringify(json)}`))).toMatchObject(expected)
    const step = `# Subtest: pays\n    not ok 1 - by card\n      ---\n      ${JSON.stringify(json)}\n      ...\n    1..1\nnot ok 1 - pays\n1..1\n`
    expect(await first(step)).toMatchObject({ name: 'by card', suite: ['pays'], ...expected })
  })

  test('of JSON that names a file without a line', async () => {
    expect(await first(failing('  {"message":"m","at":{"file":"a.ts"}}'))).toMatchObject({ messages: [{ message: 'm', text: 'at: a.ts' }] })
  })

  test.for(['  {"message":', '  {"message":{"at":1},"at":null}', '  {"at":7}'])('of half a JSON, or another one, does no harm: %s', async (yaml) => {
    expect(await list(failing(yaml))).toEqual(['failed a'])
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
