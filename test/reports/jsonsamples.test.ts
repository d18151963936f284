import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allure } from '../../src/reports/allure/index.ts'
import { ctrf } from '../../src/reports/ctrf/index.ts'
import { cucumber } from '../../src/reports/cucumber/index.ts'
import type { ReportFormat } from '../../src/reports/report-format.ts'
import { jest } from '../../src/reports/jest/index.ts'
import { mocha } from '../../src/reports/mocha/index.ts'
import type { Outcome } from '../../src/reports/outcome.ts'
import { playwright } from '../../src/reports/playwright/index.ts'
import { readAs, sortKeys } from './jsonreading.ts'
import { readFiles } from './reading.ts'
import { examples } from '../helpers/soak.ts'

const own = fileURLToPath(new URL('samples/', import.meta.url))
const attempts = readdirSync(`${own}allure-playwright`).filter((file) => file.endsWith('-result.json'))
const samples: [string, ReportFormat][] = [
  ['playwright.json', playwright],
  ['playwright.ctrf.json', ctrf],
  ['jest.json', jest],
  ['vitest.json', jest],
  ['mocha.json', mocha],
  ['cucumber.json', cucumber],
  [`allure-playwright/${attempts[0]}`, allure],
]
const contentOf = (file: string) => readFileSync(own + file, 'utf8')

describe.each(samples)('%s', (file, format) => {
  test('is the same in pieces of any size', async () => {
    const content = contentOf(file)
    const whole = await readAs(format, content)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5000 }), async (size) => {
        expect(await readAs(format, content, size)).toEqual(whole)
      }),
      { ...examples(2), examples: [[1]] },
    )
  })

  test('is recognised and counted the same on one line and with its keys in another order, after white space', async () => {
    const value = JSON.parse(contentOf(file))
    const [asIs] = (await readFiles(['-'], contentOf(file))).reports
    for (const text of [
      JSON.stringify(value),
      JSON.stringify(sortKeys(value), null, 4),
      `\ufeff\r\n ${contentOf(file)}`,
    ]) {
      const [report] = (await readFiles(['-'], text)).reports
      expect({ ...report, dropped: report?.dropped.length }).toEqual({ ...asIs, dropped: asIs?.dropped.length })
    }
  })

  test('cut off anywhere, it is refused', async () => {
    const content = contentOf(file).trimEnd()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: content.length - 1 }), async (end) => {
        await expect(readAs(format, content.slice(0, end))).rejects.toMatchObject({ exitCode: 2 })
      }),
      examples(30),
    )
  })

  test('with nonsense in the place of anything in it, every result still is one', async () => {
    const value = JSON.parse(contentOf(file))
    const places = placesIn(value)
    const nonsense = fc.constantFrom<unknown>(
      null,
      true,
      -1,
      1e308,
      '',
      'x',
      '\0',
      [],
      {},
      [null],
      ['a', 7],
      { name: [] },
      [[[]]],
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...places), nonsense), { minLength: 1, maxLength: 6 }),
        async (changes) => {
          const changed = changes.reduce((all, [place, to]) => replace(all, place, to), value)
          const { outcomes, dropped } = await readAs(format, JSON.stringify(changed))
          for (const outcome of outcomes) expect(faultsOf(outcome)).toEqual([])
          for (const one of dropped) expect(one).toMatchObject({ reason: expect.any(String), line: expect.any(Number) })
        },
      ),
      examples(40),
    )
  })
})

type Place = readonly (string | number)[]

const placesIn = (value: unknown, place: Place = []): Place[] =>
  typeof value === 'object' && value !== null
    ? [place, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...place, key]))]
    : [place]

const replace = (value: unknown, [key, ...rest]: Place, to: unknown): unknown => {
  if (key === undefined) return to
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value
  if (Array.isArray(value)) return value.with(Number(key), replace(value[Number(key)], rest, to))
  return { ...value, [key]: replace((value as Record<string, unknown>)[key], rest, to) }
}

const isText = (value: unknown) => typeof value === 'string'
const isTextOrNothing = (value: unknown) => value === undefined || isText(value)

const checks: { [Key in keyof Outcome]: (value: Outcome[Key]) => boolean } = {
  name: isText,
  suite: (suite) => suite.every(isText),
  classname: isTextOrNothing,
  file: isTextOrNothing,
  result: (result) => ['passed', 'failed', 'skipped'].includes(result),
  error: (error) => typeof error === 'boolean',
  flaky: (flaky) => typeof flaky === 'boolean',
  messages: (all) => all.every((one) => Object.values(one).every(isText) && 'text' in one),
  properties: (all) => all.every(({ name, value }) => isText(name) && isText(value)),
  seconds: (seconds) => seconds === undefined || (Number.isFinite(seconds) && seconds >= 0),
  report: (report) => report === 'report.json',
  line: (line) => Number.isInteger(line),
}

/** Returns the fields of an outcome that do not match its type. */
const faultsOf = (outcome: Outcome): string[] =>
  Object.entries(checks).flatMap(([key, check]) =>
    (check as (value: unknown) => boolean)(outcome[key as keyof Outcome]) ? [] : [key],
  )

const shared = fileURLToPath(new URL('../../../shared/reports/', import.meta.url))
const readme = existsSync(`${shared}README.md`) ? readFileSync(`${shared}README.md`, 'utf8') : ''
const rows = readme
  .split('\n')
  .filter((line) => /^\| \S+\.json /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

describe.skipIf(rows.length === 0)('reports of real runners are counted as they were counted by hand', () => {
  // The table counts a flaky test as passed. It counts a test with an unclear result as a case, which testctl drops.
  test.for(rows)('%s', async ([, file, cases, passed, failed, skipped, flaky]) => {
    const [report] = (await readFiles([shared + file])).reports
    expect(report).toMatchObject({ failed: Number(failed), skipped: Number(skipped), flaky: Number.parseInt(flaky!) })
    expect(report!.cases).toBe(Number.parseInt(cases!))
    expect(report!.passed + report!.flaky).toBe(Number(passed))
  })

  test('the table has all of them', () => expect(rows).toHaveLength(3))
})
