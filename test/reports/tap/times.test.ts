import { describe, expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

const read = async (...lines: string[]) => (await readWhole(`${lines.join('\n')}\n`)).outcomes.map(({ name, result, seconds, messages: [said] }) => ({ name, result, seconds, said: said?.message ?? said?.text }))

test('a test of bats --timing has the same name, however long it took', async () => {
  expect(await read('1..4', 'ok 1 adds in 25ms', 'not ok 2 pays in 10ms', '# (in test file a.bats, line 2)', 'ok 3 prints in 0sec # skip no paper', 'ok 4 waits in 2sec')).toEqual([
    { name: 'adds', result: 'passed', seconds: 0.025, said: undefined },
    { name: 'pays', result: 'failed', seconds: 0.01, said: '(in test file a.bats, line 2)' },
    { name: 'prints', result: 'skipped', seconds: 0, said: 'no paper' },
    { name: 'waits', result: 'passed', seconds: 2, said: undefined },
  ])
})

test('what bats says of a file that it could not begin has no time, and the tests behind it have theirs', async () => {
  const names = (await read('1..3', 'not ok 1 setup_file failed', 'ok 2 adds in 25ms', 'ok 3 answers in 200ms in 8ms')).map(({ name }) => name)
  expect(names).toEqual(['setup_file failed', 'adds', 'answers in 200ms'])
})

test('a test of Criterion has the same name, however it ended', async () => {
  expect(
    await read('TAP version 13', '1..5', '# Criterion v2.4.1', 'ok - shop::adds  (0.03s)', 'not ok - shop::pays  (0.00s)', 'not ok - shop::waits timed out (1.01s)', 'not ok - shop::divides unexpected signal after shop.c:7', 'ok - shop::prints  # SKIP no paper'),
  ).toEqual([
    { name: 'shop::adds', result: 'passed', seconds: 0.03, said: undefined },
    { name: 'shop::pays', result: 'failed', seconds: 0, said: undefined },
    { name: 'shop::waits', result: 'failed', seconds: 1.01, said: 'timed out (1.01s)' },
    { name: 'shop::divides', result: 'failed', seconds: undefined, said: 'unexpected signal after shop.c:7' },
    { name: 'shop::prints', result: 'skipped', seconds: undefined, said: 'no paper' },
  ])
})

describe('a title with a time in it stays as it is', () => {
  test.for<[string, string[]]>([
    ['of bats without --timing', ['1..2', 'ok 1 adds', 'ok 2 answers in 200ms']],
    ['behind a dash', ['1..1', 'ok 1 - answers in 200ms']],
    ['of a runner that says which TAP it is', ['TAP version 13', 'ok 1 answers in 200ms', '1..1']],
    ['of another report behind one of bats --timing', ['1..1', 'ok 1 adds in 5ms', '1..2', 'ok 1 pays', 'ok 2 answers in 200ms']],
    ['with one space before it, without a number', ['1..1', 'ok - shop::answers (0.20s)']],
  ])('%s', async ([, lines]) => {
    const last = lines.findLast((line) => line.startsWith('ok'))?.replace(/^ok (?:\d )?(?:- )?/, '')
    expect((await read(...lines)).at(-1)?.name).toBe(last)
  })
})
