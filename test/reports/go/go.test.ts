import { describe, expect, test } from 'vitest'
import { gotest } from '../../../src/reports/go/index.ts'
import { listed, readIn } from '../linereading.ts'
import { readWhole } from '../reading.ts'

type Event = { Action: string; Package?: string; Test?: string; Output?: string; [more: string]: unknown }

/** Returns events as `go test -json` writes them, from `run TestA`, `output TestA: text`, `pass TestA`; of the package `start`, `fail`. */
const events = (...lines: string[]): string =>
  lines
    .map((line): Event => {
      const [, Action = '', within = 'p', Test, Output] = /^(\w+)(?: (?:(\w+)\.)?([^:]+?))?(?:: (.*))?$/s.exec(line) ?? []
      return { Action, Package: within, ...(Test && { Test }), ...(Output !== undefined && { Output: `${Output}\n` }) }
    })
    .map((event) => JSON.stringify(event))
    .join('\n')

const read = (content: string) => readIn(gotest, content)
const list = async (...lines: string[]) => listed((await read(events(...lines))).outcomes)

test('tests pass, fail and are skipped; what they wrote is kept of those that did not pass', async () => {
  const content = events(
    'start',
    'run TestA',
    'output TestA: === RUN   TestA',
    'output TestA: all is well',
    'pass TestA',
    'run TestB',
    'output TestB:     b_test.go:3: got 10',
    'output TestB:         want 9',
    'output TestB: --- FAIL: TestB (0.00s)',
    'fail TestB',
    'run TestC',
    'output TestC:     c_test.go:4: no printer',
    'skip TestC',
    'output: FAIL',
    'fail',
  )
  const { outcomes, dropped } = await read(content)
  expect(outcomes).toMatchObject([
    { name: 'TestA', suite: ['p'], classname: 'p', result: 'passed', messages: [], line: 2 },
    { name: 'TestB', result: 'failed', error: false, messages: [{ text: 'b_test.go:3: got 10\n    want 9' }], line: 6 },
    { name: 'TestC', result: 'skipped', messages: [{ text: 'c_test.go:4: no printer' }], line: 11 },
  ])
  expect(dropped).toEqual([])
})

test('how long a test took, and its attributes, are told', async () => {
  const content = [
    { Action: 'run', Package: 'p', Test: 'TestA' },
    { Action: 'attr', Package: 'p', Test: 'TestA', Key: 'testctl', Value: 'WEB-C2' },
    { Action: 'pass', Package: 'p', Test: 'TestA', Elapsed: 1.25 },
    { Action: 'pass', Package: 'p', Elapsed: 2 },
  ]
  expect((await read(content.map((one) => JSON.stringify(one)).join('\n'))).outcomes).toMatchObject([
    { seconds: 1.25, properties: [{ name: 'testctl', value: 'WEB-C2' }] },
  ])
})

describe('a test with subtests', () => {
  test('is those, and no result beside them', async () => {
    expect(await list('run TestA', 'run TestA/b', 'pass TestA/b', 'run TestA/c', 'fail TestA/c', 'fail TestA', 'fail')).toEqual([
      'passed p › TestA/b',
      'failed p › TestA/c',
    ])
  })
  test('is one where it fails by itself', async () => {
    expect(await list('run TestA', 'run TestA/b', 'pass TestA/b', 'fail TestA', 'fail')).toEqual([
      'passed p › TestA/b',
      'failed p › TestA',
    ])
  })
  test('is told from one whose name holds a slash', async () => {
    expect(await list('run TestA', 'run TestA/x/y', 'fail TestA/x/y', 'fail TestA', 'fail')).toEqual(['failed p › TestA/x/y'])
  })
})

describe('a test that began and never ended', () => {
  test('failed, where the package failed', async () => {
    const { outcomes } = await read(events('run TestA', 'output TestA: panic: test timed out after 2s', 'fail'))
    expect(outcomes).toMatchObject([
      { result: 'failed', error: true, messages: [{ message: 'it began and never ended', text: 'panic: test timed out after 2s' }] },
    ])
  })
  test('failed, where the report is cut off; that is told as well', async () => {
    const { outcomes, dropped } = await read(events('run TestA', 'run TestA/b'))
    expect(listed(outcomes)).toEqual(['failed p › TestA/b'])
    expect(dropped).toEqual([{ reason: 'the report ends before this package does', line: 1, name: 'p' }])
  })
  test('failed, where the report is cut off and a whole one of the same package follows', async () => {
    const cut = ['start', 'run TestA', 'pass TestA', 'run TestB']
    const { outcomes, dropped } = await read(events(...cut, ...cut, 'pass TestB', 'run TestC', 'pass TestC', 'pass'))
    expect(listed(outcomes)).toEqual(['passed p › TestA', 'failed p › TestB', 'passed p › TestA', 'passed p › TestB', 'passed p › TestC'])
    expect(dropped).toEqual([{ reason: 'the report ends before this package does', line: 1, name: 'p' }])
  })
  test('passed, where the package did: its last line had no end', async () => {
    expect(await list('run TestA', 'output TestA: hm--- PASS: TestA (0.00s)', 'run TestB', 'pass TestB', 'pass')).toEqual([
      'passed p › TestB',
      'passed p › TestA',
    ])
  })
  test('passed, where it says so in a package that failed', async () => {
    const said = 'output TestA: hm--- PASS: TestA (0.00s)'
    expect(await list('run TestA', said, 'run TestB', 'fail TestB', 'fail')).toEqual(['failed p › TestB', 'passed p › TestA'])
  })
  test('passed, where the test round it did', async () => {
    expect(await list('run TestA', 'run TestA/b', 'pass TestA', 'fail')).toEqual(['passed p › TestA/b'])
  })
})

test('packages that run at once are told apart, and repeats are results of their own', async () => {
  expect(await list('run p.TestA', 'run q.TestA', 'fail q.TestA', 'pass p.TestA', 'run p.TestA', 'skip p.TestA')).toEqual([
    'failed q › TestA',
    'passed p › TestA',
    'skipped p › TestA',
  ])
})

describe('what is no result of a test is dropped with its reason', () => {
  const of = (one: object) => JSON.stringify(one)
  const rows: [string, string[], object[]][] = [
    [
      'a package that was not built, as Go 1.24 says it',
      [
        of({ ImportPath: 'q [q.test]', Action: 'build-output', Output: '# q [q.test]\n' }),
        of({ ImportPath: 'q [q.test]', Action: 'build-output', Output: './q_test.go:5:3: undefined: x\n' }),
        of({ ImportPath: 'q [q.test]', Action: 'build-fail' }),
        of({ Action: 'output', Package: 'q', Output: 'FAIL\tq [build failed]\n' }),
        of({ Action: 'fail', Package: 'q', FailedBuild: 'q [q.test]' }),
      ],
      [{ reason: 'the package was not built: ./q_test.go:5:3: undefined: x', line: 5, name: 'q' }],
    ],
    ['as older versions say it', ['FAIL\tq [build failed]'], [{ reason: 'the package was not built', line: 1, name: 'q' }]],
    [
      'a package that could not be set up',
      [of({ Action: 'output', Package: 'q', Output: 'FAIL\tq [setup failed]\n' }), of({ Action: 'fail', Package: 'q' })],
      [{ reason: 'the package was not built', line: 2, name: 'q' }],
    ],
    [
      'a package that failed outside of its tests',
      [events('start', 'output: database: no such host', 'output: exit status 1', 'output: FAIL\tp\t0.1s', 'fail')],
      [{ reason: 'the package failed outside of its tests: database: no such host', line: 5, name: 'p' }],
    ],
    ['a line that is cut', ['{"Action":"run","Pack'], [{ reason: 'this line is no event of go test: {"Action":"run","Pack', line: 1 }]],
    ['a line of something else', ['{"level":"info"}'], [{ reason: 'this line is no event of go test: {"level":"info"}', line: 1 }]],
    ['a package without tests: nothing', [of({ Action: 'skip', Package: 'q' })], []],
    ['other output: nothing', ['# q', 'ok  \tq\t0.1s', '', 'null', '[1]'], []],
  ]
  test.for(rows)('%s', async ([, lines, expected]) => expect((await read(lines.join('\n'))).dropped).toEqual(expected))
})

test('of very much output the beginning and the end are kept', async () => {
  const noise = Array.from({ length: 50_000 }, (_, at) => `output TestA: line ${at}`)
  const { outcomes } = await read(events('run TestA', 'output TestA: it begins', ...noise, 'output TestA: it ends', 'fail TestA'))
  const text = outcomes[0]!.messages[0]!.text
  expect(text).toMatch(/^it begins\n[^]*\nit ends$/)
  expect(text.length).toBeLessThan(20_000)
})

test('it is recognised by its events, behind what the go command says before', async () => {
  const content = events('start', 'run TestA', 'pass TestA', 'pass')
  expect(await readWhole(content)).toMatchObject({ format: 'go test -json', cases: 1 })
  expect(await readWhole(`go: downloading example.com/x v1.0.0\n${content}`)).toMatchObject({ format: 'go test -json' })
})
