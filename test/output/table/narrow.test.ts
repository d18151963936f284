import { describe, expect, test } from 'vitest'
import { aRun, aTest, list, see } from '../sights.ts'

describe('a narrow terminal', () => {
  const rows = [
    aTest(1, { name: 'A long name that does not fit into what there is', assignedTo: 'ana' }),
    aTest(2, { name: 'Short' }),
  ]

  test('cuts the widest columns that can be cut', async () => {
    expect((await see({ terminal: 60 }, list('tests', rows))).out).toBe(
      [
        'IDENTIFIER  NAME                     RESULT      ASSIGNED TO',
        'WEB-T1      A long name that does…   - untested  ana',
        'WEB-T2      Short                    - untested',
        '',
      ].join('\n'),
    )
  })

  test('of 80 columns shows a readable part of the name of a run', async () => {
    const runs = [aRun(7, { name: 'Nightly regression of the shop 2026-11-28' })]
    expect(await see({ terminal: 80 }, list('runs', runs))).toMatchObject({
      out: [
        'IDENTIFIER  NAME                           PASSED  FAILED  IN PROGRESS  UNTESTED',
        'WEB-R7      Nightly regression of the sh…  3       1       0            1',
        '',
      ].join('\n'),
      err: '',
    })
  })

  test('of 80 columns shows a readable part of the name of a test that a person with a long name has', async () => {
    const tests = [
      aTest(1, { name: 'A customer resets the password by mail and signs in', assignedTo: 'anastasia.kournikova' }),
    ]
    expect((await see({ terminal: 80 }, list('tests', tests))).out).toContain('A customer resets the password by')
  })

  test('shows each column that was chosen, and cuts the names instead', async () => {
    const columns =
      'identifier,name,results.passed,results.failed,results.inProgress,results.untested,results.total,updatedAt'
    const runs = [aRun(7, { name: 'Nightly regression of the shop 2026-11-28' })]
    expect((await see({ terminal: 80, columns }, list('runs', runs))).out).toContain('Nightly…')
  })

  test('leaves columns out from the right, and says so', async () => {
    expect(await see({ terminal: 24 }, list('tests', rows))).toMatchObject({
      out: 'IDENTIFIER  NAME\nWEB-T1      A long name…\nWEB-T2      Short\n',
      err: 'too narrow to show\nresult, assigned to,\nupdated at\n',
    })
  })

  test.each(Array.from({ length: 20 }, (_, at) => at + 1))(
    'of %i columns shows whole identifiers',
    async (terminal) => {
      const { out, error } = await see({ terminal }, list('tests', rows))
      expect(error).toBeUndefined()
      expect(out).toContain('WEB-T1')
    },
  )
})
