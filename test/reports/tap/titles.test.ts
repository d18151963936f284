import { describe, expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

const titles = async (...lines: string[]) =>
  (await readWhole(lines.join('\n'))).outcomes.map(({ name, properties }) => [name, properties.find((one) => one.name === 'display-name')?.value])

describe('the title above the assertions of tape is kept with each', () => {
  test('up to the next one', async () => {
    expect(await titles('TAP version 13', '# [WEB-C1] pays', 'ok 1 is paid', 'not ok 2 is cheap', '  ---', '    operator: equal', '  ...', '# adds', 'ok 3 adds', 'ok 4 more', '# leaves', 'ok 5 is gone', '', '1..5')).toEqual([
      ['is paid', '[WEB-C1] pays'],
      ['is cheap', '[WEB-C1] pays'],
      ['adds', undefined],
      ['more', 'adds'],
      ['is gone', 'leaves'],
    ])
  })

  test.for([
    ['what Bats says of a failure', ['1..2', 'not ok 1 a', '# in test file WEB-C1', 'ok 2 b']],
    ['what stands below a failure without YAML', ['TAP version 13', 'not ok 1 a', '# WEB-C1 broke', 'ok 2 b', '1..2']],
    ['a comment where names have a dash', ['TAP version 13', 'ok 1 - a', '# WEB-C1', 'ok 2 - b', '1..2']],
    ['a comment behind the plan', ['TAP version 13', '1..2', 'ok 1 a', '# WEB-C1', 'ok 2 b']],
    ['a comment of a subtest', ['TAP version 13', '# Subtest: WEB-C1', '    ok 1 x', '    1..1', 'ok 1 a', 'ok 2 b', '1..2']],
  ] as [string, string[]][])('%s is no title', async ([, lines]) => {
    expect((await titles(...lines)).map(([, title]) => title)).not.toContainEqual(expect.stringContaining('WEB-C1'))
  })
})

describe('QTest', () => {
  const qtest = (...lines: string[]) => ['TAP version 13', '# T', 'ok 1 - initTestCase()', ...lines, `1..${lines.length + 1}`].join('\n')

  test('what passes against all expectation failed, and what was expected to fail did not', async () => {
    const { outcomes } = await readWhole(qtest("ok 2 - a() # TODO 'true' returned TRUE unexpectedly. ()", 'not ok 3 - b() # TODO known', 'ok 4 - c() # SKIP no'))
    expect(outcomes.slice(1)).toMatchObject([
      { name: 'a()', result: 'failed', messages: [{ text: "'true' returned TRUE unexpectedly. ()" }] },
      { name: 'b()', result: 'passed', messages: [] },
      { name: 'c()', result: 'skipped' },
    ])
  })

  test('a TODO of any other runner is still to be done', async () => {
    const { skipped } = await readWhole('TAP version 13\nok 1 - a # TODO later\nnot ok 2 - b # TODO later\n1..2')
    expect(skipped).toBe(2)
  })
})
