import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readFiles } from './reading.ts'

const folder = fileURLToPath(new URL('../../../shared/reports/more/', import.meta.url))

/** The counts in the runner's own summary: cases, passed, failed, skipped, and parts that are not a result. */
type Truth = [files: string[], cases: number, passed: number, failed: number, skipped: number, dropped?: number]

const truths: Truth[] = [
  [['identifier-before-case/r.xml'], 2, 1, 1, 0],
  [['catch2-mayfail.xml'], 1, 0, 0, 1],
  [['newman-only-script-error.xml'], 1, 1, 0, 0, 1],
  [['xmlrunner-timestamps/x1/*.xml'], 2, 1, 1, 0],
  [['xmlrunner-timestamps/x2/*.xml'], 2, 1, 1, 0],
  // testctl counts a test function as a case, the runner's summary a row of data.
  [['qtest5-skip.xml'], 9, 5, 3, 1],
  [['qtest-xpass.tap'], 11, 6, 3, 2],
  [['behave.json'], 1, 1, 0, 0],
  [['trx-no-outcome.trx'], 2, 1, 1, 0],
  [['dotnet-xunitv3.trx'], 4, 1, 3, 0],
  [['NUnit-issue6353.xml'], 3, 1, 1, 1],
  [['jasmine-reporters-nunit.xml'], 9, 4, 2, 3],
  [['empty-among/*.xml'], 23, 10, 9, 4],
  // The dropped one is a test file that died; it had planned five tests.
  [['prove-junit.xml'], 13, 9, 4, 0, 1],
  [['ctest.xml'], 10, 2, 6, 2],
  [['ns.xml'], 1, 0, 1, 0],
]

describe.skipIf(!existsSync(`${folder}README.md`))('more reports that real runners wrote hold what the runners say', () => {
  test.for(truths)('%s', async ([files, cases, passed, failed, skipped, dropped = 0]) => {
    const { reports } = await readFiles(files.map((file) => folder + file))
    const sum = (key: 'cases' | 'passed' | 'failed' | 'skipped') => reports.reduce((all, one) => all + one[key], 0)
    expect({ cases: sum('cases'), passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }).toEqual({ cases, passed, failed, skipped })
    expect(reports.flatMap((one) => one.dropped)).toHaveLength(dropped)
  })

  test('a DOCTYPE that declares an entity is refused for that, whatever it calls itself', async () => {
    await expect(readFiles([`${folder}doctype-name.xml`])).rejects.toMatchObject({ exitCode: 2, message: /a DOCTYPE in line 1 that declares entities/ })
  })

  test('the same tests have the same names, whenever they ran', async () => {
    const names = async (run: string) =>
      (await readFiles([`${folder}xmlrunner-timestamps/${run}/*.xml`])).outcomes.map(({ suite, classname, name }) => [...suite, classname, name].join(' › '))
    expect(await names('x1')).toEqual(await names('x2'))
  })

  test('where a failure is silent, the end of the output says what happened', async () => {
    const { outcomes } = await readFiles([`${folder}ctest.xml`])
    const failed = outcomes.filter(({ result, error }) => result === 'failed' && !error).map(({ messages }) => messages[0]?.text)
    expect(failed).toEqual([expect.stringMatching(/^multi\nline/), undefined, expect.stringContaining('No such process'), undefined])
  })
})
