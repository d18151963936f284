import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ctrf } from '../../../src/reports/ctrf/index.ts'
import { writeCtrf } from '../../../src/reports/ctrf/writer.ts'
import type { Outcome } from '../../../src/reports/outcome.ts'
import { readAs } from '../jsonreading.ts'
import { examples } from '../../helpers/soak.ts'
import { character } from '../../helpers/character.ts'

const text = fc.string({ unit: character, maxLength: 20 })
const line = text.filter((value) => value !== '')
const body = text.map((value) => value.trim())
const message = fc
  .record({ message: line, type: line, text: body }, { requiredKeys: ['text'] })
  .filter((one) => one.message !== undefined || one.type !== undefined || one.text !== '')
const property = fc.record({ name: fc.oneof(fc.constantFrom('tag', 'testctl', '7', '__proto__'), text), value: text })
const outcome = fc
  .record({
    name: text,
    suite: fc.array(line, { maxLength: 3 }),
    classname: fc.option(line, { nil: undefined }),
    file: fc.option(line, { nil: undefined }),
    ending: fc.constantFrom('passed', 'flaky', 'failed', 'error', 'skipped'),
    messages: fc.array(message, { maxLength: 3 }),
    properties: fc.array(property, { maxLength: 4 }),
    seconds: fc.option(
      fc.nat().map((ms) => ms / 1000),
      { nil: undefined },
    ),
  })
  .map(({ ending, ...rest }) => ({
    ...rest,
    result: ending === 'flaky' ? ('passed' as const) : ending === 'error' ? ('failed' as const) : ending,
    error: ending === 'error',
    flaky: ending === 'flaky',
    messages: ending === 'passed' ? [] : rest.messages,
  }))

const origin = { tool: { name: 'testctl', version: '1.0.0' }, start: 1_700_000_000_000, stop: 1_700_000_060_000 }
const write = (outcomes: Iterable<Omit<Outcome, 'report' | 'line'>>) => [...writeCtrf(outcomes, origin)].join('')

// Labels are keys of an object, so their order has no meaning.
const comparable = ({ properties, ...rest }: Omit<Outcome, 'report' | 'line'>) => ({
  ...rest,
  properties: properties.toSorted((one, other) =>
    one.name < other.name ? -1 : one.name > other.name ? 1 : one.value < other.value ? -1 : 1,
  ),
})

test('any outcomes written as CTRF and read back are the same, however the file is cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(outcome, { maxLength: 4 }), fc.integer({ min: 1, max: 2000 }), async (outcomes, size) => {
      const { outcomes: read, dropped } = await readAs(ctrf, write(outcomes), size)
      expect(dropped).toEqual([])
      expect(read.map(({ report: _report, line: _line, ...rest }) => comparable(rest))).toEqual(
        outcomes.map(comparable),
      )
    }),
    examples(75),
  )
})

test('the tags of a test are written as its tags, and what else is told of it as its labels', () => {
  const properties = [
    { name: 'tag', value: 'smoke' },
    { name: 'tag', value: 'slow' },
    { name: 'owner', value: 'ana' },
  ]
  const plain = { suite: [], result: 'passed', error: false, flaky: false, messages: [], seconds: 1 } as const
  const written = JSON.parse(write([{ ...plain, name: 'pays', classname: undefined, file: undefined, properties }])) as {
    results: { tests: object[] }
  }
  expect(written.results.tests).toMatchObject([{ tags: ['smoke', 'slow'], labels: { owner: 'ana' } }])
})

// The fields that CTRF 1.0 has for a test and for an attempt.
const fields = {
  test: [
    'name',
    'status',
    'duration',
    'suite',
    'message',
    'trace',
    'filePath',
    'tags',
    'labels',
    'flaky',
    'retries',
    'retryAttempts',
    'extra',
  ],
  attempt: ['attempt', 'status', 'message', 'trace', 'extra'],
}

test('what is written is what CTRF has a place for', () => {
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 4 }), (outcomes) => {
      const report = JSON.parse(write(outcomes))
      expect(report).toMatchObject({ reportFormat: 'CTRF', specVersion: '1.0.0' })
      for (const one of report.results.tests) {
        expect(fields.test).toEqual(expect.arrayContaining(Object.keys(one)))
        expect(one.name).not.toBe('')
        expect(one.status).toMatch(/^(passed|failed|skipped)$/)
        expect(Number.isInteger(one.duration)).toBe(true)
        for (const list of [one.suite, one.tags, one.retryAttempts]) expect(list).not.toEqual([])
        for (const label of Object.values(one.labels ?? {}).flat()) expect(typeof label).toBe('string')
        for (const attempt of one.retryAttempts ?? []) {
          expect(fields.attempt).toEqual(expect.arrayContaining(Object.keys(attempt)))
          expect(attempt).toMatchObject({ attempt: expect.any(Number), status: 'failed' })
        }
      }
    }),
  )
})

test('the summary counts what was written', () => {
  const one: Omit<Outcome, 'report' | 'line'> = {
    name: 'a',
    suite: [],
    classname: undefined,
    file: undefined,
    result: 'passed',
    error: false,
    flaky: false,
    messages: [],
    properties: [],
    seconds: 1,
  }
  const { results } = JSON.parse(
    write([one, { ...one, flaky: true }, { ...one, result: 'failed' }, { ...one, result: 'skipped' }]),
  )
  expect(results.summary).toEqual({
    tests: 4,
    passed: 2,
    failed: 1,
    skipped: 1,
    pending: 0,
    other: 0,
    flaky: 1,
    start: origin.start,
    stop: origin.stop,
  })
  expect(results.tool).toEqual(origin.tool)
  expect(JSON.parse(write([])).results.tests).toEqual([])
})
