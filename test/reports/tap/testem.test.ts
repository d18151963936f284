import { describe, expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

const read = async (...lines: string[]) => {
  const { outcomes, dropped } = await readWhole(`${lines.join('\n')}\n`)
  return { outcomes: outcomes.map(({ name, result, seconds }) => [name, result, seconds]), dropped }
}

test('a test of Testem has the same name, however long it took and whatever the version of its browser', async () => {
  const { outcomes } = await read(
    'ok 1 Chrome 156.0 - [9 ms] - cart: adds',
    'not ok 2 Headless Chrome 96.0 - [12.5 ms] - cart - pays',
    '    ---\n        message: >\n            no price\n    ...',
    'ok 3 node - [undefined ms] - [1 ms] - prints',
    'not ok 4 Firefox 140.0 - [undefined ms]',
    '\n1..4\n# tests 4\n# pass  2\n# skip  0\n# todo  0\n# fail  2',
  )
  expect(outcomes).toEqual([
    ['Chrome - cart: adds', 'passed', 0.009],
    ['Headless Chrome - cart - pays', 'failed', 0.0125],
    ['node - [1 ms] - prints', 'passed', undefined],
    ['Firefox', 'failed', undefined],
  ])
})

test('what Testem skips, and what is still to be done, is skipped, and the plan is kept', async () => {
  expect(
    await read('ok 1 Chrome 156.0 - [9 ms] - adds', 'skip 2 Chrome 156.0 - [0 ms] - pays', 'todo 3 Chrome 156.0 - [1 ms] - prints', '    ---\n        actual: >\n            0\n    ...', '\n1..3\n# tests 3\n# pass  1\n# skip  1\n# todo  1\n# fail  0'),
  ).toEqual({ outcomes: [['Chrome - adds', 'passed', 0.009], ['Chrome - pays', 'skipped', 0], ['Chrome - prints', 'skipped', 0.001]], dropped: [] })
})

describe('what others write so is as it was', () => {
  test.for<[string, string]>([
    ['behind a dash', 'ok 1 - API 2.0 - [9 ms] - adds'],
    ['words of people before a version', 'ok 1 API 2.0 - adds [9 ms]'],
  ])('%s', async ([, line]) => {
    expect((await read(line, 'skip 2 of these', 'todo 3 later', '1..1')).outcomes).toEqual([[line.replace(/^ok 1 (?:- )?/, ''), 'passed', undefined]])
  })
})
