import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readFiles } from './reading.ts'

const samples = fileURLToPath(new URL('../../../shared/reports/', import.meta.url))
const readme = existsSync(`${samples}README.md`) ? readFileSync(`${samples}README.md`, 'utf8') : ''

// | file | cases | passed | failed | skipped | flaky | …
const rows = readme
  .split('\n')
  .filter((line) => /^\| \S+\.(xml|trx) /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

describe.skipIf(rows.length === 0)('reports of real runners are counted as they were counted by hand', () => {
  test.for(rows.filter(([, , cases]) => cases !== '–'))('%s', async ([, file, cases, passed, failed, skipped, flaky]) => {
    const [report] = (await readFiles([samples + file])).reports
    const errors = /\((\d+) errors?\)/.exec(failed!)?.[1]
    expect(report).toMatchObject({
      cases: Number(cases),
      passed: Number(passed),
      failed: Number.parseInt(failed!),
      skipped: Number.parseInt(skipped!),
      flaky: Number(flaky),
      ...(errors && { errors: Number(errors) }),
    })
  })

  test('the table has all of them', () => expect(rows).toHaveLength(17))

  test('the malformed one is refused with its file and line', async () => {
    await expect(readFiles([`${samples}junit-malformed.xml`])).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/junit-malformed\.xml .*line 18, column \d+: the file ends inside <system-out>/),
    })
  })

  test('a file whose content is another format than was asked for is refused', async () => {
    for (const file of ['cucumber.json', 'robot-output.xml', 'tap-tests.tap', 'dotnet-804.trx'])
      await expect(readFiles([samples + file], '', { format: 'junit' })).rejects.toMatchObject({ exitCode: 2 })
  })
})
