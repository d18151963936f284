import { expect, test } from 'vitest'
import { toOutcome } from '../../../src/reports/json/outcome-builder.ts'
import { longestString } from '../../../src/system/json/string.ts'

const told = { name: 'pays', result: 'failed', report: 'report.json', line: 1 } as const
const half = 'x'.repeat(longestString / 2)
const lengths = (texts: readonly { text?: string; value?: string }[]) =>
  texts.map(({ text, value }) => (text ?? value ?? '').length)

test('messages and properties together are kept as far as one long text goes, the first of them whole', () => {
  const messages = [{ text: half }, { text: half.slice(10) }]
  const { messages: kept, properties } = toOutcome({ ...told, messages, properties: [{ name: 'note', value: half }] })
  expect(lengths(kept)).toEqual([half.length, half.length - 10])
  expect(properties).toEqual([{ name: 'note', value: 'xxxxxx' }])
})

test('what goes beyond it is cut where it is, and what follows is left out', () => {
  const messages = [{ text: half }, { text: `${half}y` }, { text: 'z' }]
  const { messages: kept, properties } = toOutcome({ ...told, messages, properties: [{ name: 'note', value: 'a' }] })
  expect(lengths(kept)).toEqual([half.length, half.length])
  expect(properties).toEqual([])
})
