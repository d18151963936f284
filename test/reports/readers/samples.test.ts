import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FormatKey } from '../../../src/contract/report-formats.ts'
import { formats } from '../../../src/reports/known-formats.ts'
import { readIn } from '../linereading.ts'
import { readFiles } from '../reading.ts'
import { examples } from '../../helpers/soak.ts'

const samples = resolve(import.meta.dirname, '../samples')
const contentOf = (file: string) => readFileSync(resolve(samples, file), 'utf8')
const formatOf = (key: string) => formats.find((one) => one.key === key)!

/** The sample of each format. A format without one is tested in the same way in the named file. */
const sampleOf: Record<FormatKey, string | undefined> = {
  junit: 'jest.junit.xml',
  trx: 'jest.trx',
  nunit: 'jasmine.nunit.xml',
  testng: 'testng-results.xml',
  ctest: 'ctest.xml',
  sonar: 'vitest.sonar.xml',
  cppunit: 'cppunit.xml',
  cunit: 'cunit.xml',
  doctest: 'doctest.xml',
  mochawesome: 'mochawesome.json',
  gtest: 'gtest.json',
  rspec: 'rspec.json',
  newman: 'newman.json',
  'robot-json': 'robot-output.json',
  'cucumber-messages': 'cucumber-messages.ndjson',
  dart: 'dart.json',
  libtest: 'libtest-exit.json',
  meson: 'meson.json',
  // test/reports/jsonsamples
  ctrf: undefined,
  playwright: undefined,
  jest: undefined,
  mocha: undefined,
  cucumber: undefined,
  allure: undefined,
  // test/reports/linepieces
  tap: undefined,
  gotest: undefined,
  ndjson: undefined,
  // test/reports/nonsense
  xunit: undefined,
  robot: undefined,
}
const files = Object.entries(sampleOf).flatMap(([key, file]) => (file === undefined ? [] : [[file, key] as const]))
const byLines = new Set(['cucumber-messages', 'dart', 'libtest', 'meson'])

describe.each(files)('%s', (file, key) => {
  test('is the same in pieces of any size', async () => {
    const content = contentOf(file)
    const whole = await readIn(formatOf(key), content)
    expect(whole.outcomes.length).toBeGreaterThan(0)
    for (const size of [1, 7, 100, 4096]) expect(await readIn(formatOf(key), content, size)).toEqual(whole)
  })

  test('is recognised behind a byte order mark, and by its word', async () => {
    const [asIs] = (await readFiles(['-'], contentOf(file))).reports
    const [marked] = (await readFiles(['-'], `\ufeff${contentOf(file)}`)).reports
    const [named] = (await readFiles(['-'], contentOf(file), { format: key })).reports
    expect(asIs?.format).toBe(formatOf(key).name)
    expect({ ...marked, dropped: marked?.dropped.length }).toEqual({ ...asIs, dropped: asIs?.dropped.length })
    expect(named).toEqual(asIs)
  })

  test('cut off, it is refused with its line, or what is missing is said', async () => {
    const content = contentOf(file).trimEnd()
    // testctl does not recognize a report from less than a line.
    const min = byLines.has(key) ? content.indexOf('\n') + 1 : 1
    await fc.assert(
      fc.asyncProperty(fc.integer({ min, max: content.length - 2 }), async (end) => {
        // Meson does not write the number of tests, so a log that ends after a whole line looks complete. DECISIONS 525
        fc.pre(key !== 'meson' || !content.slice(end - 1, end + 1).includes('\n'))
        const read = await readIn(formatOf(key), content.slice(0, end)).catch((error: unknown) => error as Error)
        if (byLines.has(key)) expect(read).toMatchObject({ dropped: expect.arrayContaining([expect.anything()]) })
        else expect(read).toMatchObject({ exitCode: 2, message: expect.stringMatching(/line \d+/) })
      }),
      examples(15),
    )
  })
})
