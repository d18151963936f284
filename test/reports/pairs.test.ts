import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readText } from './reading.ts'
import { writeJunit } from './writing.ts'

// What XML can hold: no control characters, no halves of surrogate pairs.
const text = fc
  .string({ unit: 'binary', maxLength: 30 })
  .map((value) => value.toWellFormed().replace(/[^\t\n\r -\ufffd]/g, '?'))
const line = text.filter((value) => value !== '')
const body = text.map((value) => value.trim())
const messages = fc.array(
  fc.record({ message: line, type: line, text: body }, { requiredKeys: ['text'] }),
  { minLength: 1, maxLength: 3 },
)
const outcome = fc
  .record({
    name: line,
    suite: fc.array(line, { maxLength: 3 }),
    classname: fc.option(line, { nil: undefined }),
    file: fc.option(line, { nil: undefined }),
    ending: fc.constantFrom('passed', 'flaky', 'failed', 'error', 'skipped'),
    messages,
    properties: fc.array(fc.record({ name: line, value: text }), { maxLength: 3 }),
    seconds: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }).map(Math.abs), { nil: undefined }),
  })
  .map(({ ending, ...rest }) => ({
    ...rest,
    result: ending === 'flaky' ? ('passed' as const) : ending === 'error' ? ('failed' as const) : ending,
    error: ending === 'error',
    flaky: ending === 'flaky',
    messages: ending === 'passed' ? [] : rest.messages,
  }))

test('outcomes written as JUnit and read back are the same, however the file is cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(outcome, { maxLength: 5 }), fc.integer({ min: 1, max: 2000 }), async (outcomes, size) => {
      const read = await readText(writeJunit(outcomes), size)
      expect(read.map(({ report: _report, line: _line, ...rest }) => rest)).toEqual(outcomes)
    }),
    { numRuns: 200 },
  )
})
