import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JUnitReport, writeJunit } from '../../src/reports/junit/writer.ts'
import { readText } from './reading.ts'
import { examples } from '../helpers/soak.ts'
import { character } from '../helpers/character.ts'

const text = fc.string({ unit: character, maxLength: 30 })
const line = text.filter((value) => value !== '')
const message = fc
  .record({ message: line, type: line, text: text.map((value) => value.trim()) }, { requiredKeys: ['text'] })
  .filter((one) => Boolean(one.message || one.type || one.text))
const endings = {
  passed: { result: 'passed', error: false, flaky: false },
  flaky: { result: 'passed', error: false, flaky: true },
  failed: { result: 'failed', error: false, flaky: false },
  error: { result: 'failed', error: true, flaky: false },
  skipped: { result: 'skipped', error: false, flaky: false },
} as const
const outcome = fc
  .record({
    name: line,
    // Few names of suites, so that some outcomes share a suite and some suites are nested.
    suite: fc.array(fc.oneof(fc.constantFrom('a', 'b'), line), { maxLength: 4 }),
    classname: fc.option(line, { nil: undefined }),
    file: fc.option(line, { nil: undefined }),
    ending: fc.constantFrom(...(Object.keys(endings) as (keyof typeof endings)[])),
    messages: fc.array(message, { maxLength: 3 }),
    properties: fc.array(fc.record({ name: line, value: text }), { maxLength: 3 }),
    seconds: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }).map(Math.abs), { nil: undefined }),
  })
  .map(({ ending, ...rest }): JUnitReport => ({
    ...rest,
    ...endings[ending],
    messages: ending === 'passed' ? [] : rest.messages,
  }))

/** Replaces characters that XML cannot hold by visible ones, as the writer does. */
const visible = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one !== 'string'
      ? one
      : one
          .toWellFormed()
          .replace(/[\0-\x08\v\f\x0e-\x1f]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)))
          .replace(/[\ufffe\uffff]/g, '\ufffd'),
  ) as T

test('outcomes written as JUnit and read back are the same, however the file is cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(outcome, { maxLength: 8 }),
      line,
      fc.integer({ min: 1, max: 2000 }),
      async (outcomes, name, size) => {
        const read = await readText([...writeJunit(outcomes, { name })].join(''), size)
        const written = outcomes.map((one) => JSON.parse(JSON.stringify(one)) as object)
        expect(read.map(({ report: _report, line: _line, ...rest }) => JSON.parse(JSON.stringify(rest)))).toEqual(
          visible(written),
        )
      },
    ),
    examples(75),
  )
})
