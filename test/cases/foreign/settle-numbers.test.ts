import { expect, test } from 'vitest'
import type { CaseEntry } from '../../../src/cases/case-content.ts'
import { settleNumbers } from '../../../src/cases/foreign/settle-numbers.ts'
import { casesBySource } from '../../../src/cases/plan/by-source.ts'
import type { ServiceCase } from '../../../src/cases/service-cases.ts'

const sourceOf = (number: number): string => (number > 1 ? `csv:q#Login (${number})` : 'csv:q#Login')

const contentOf = (action: string, source: string) => ({
  name: 'Login',
  preconditions: '',
  steps: [{ action, expectation: '' }],
  customFields: { source },
})

const entriesOf = (actions: readonly string[], covers?: CaseEntry['covers']): CaseEntry[] =>
  actions.map((action, at) => ({
    content: contentOf(action, sourceOf(at + 1)),
    place: { file: 'q.csv', line: at + 2 },
    unnumbered: 'csv:q#Login',
    covers,
  }))

const thereOf = (actions: readonly string[]) =>
  casesBySource(
    actions.map((action, at): ServiceCase => ({
      id: `id ${at}`,
      identifier: `WEB-C${at + 1}`,
      displayId: at + 1,
      updatedAt: '',
      content: contentOf(action, sourceOf(at + 1)),
    })),
  )

const sourcesOf = (entries: readonly CaseEntry[]): unknown[] =>
  entries.map(({ content }) => content.customFields['source'])

test('rows of one name that were moved keep their cases, and equal ones their order', () => {
  const settled = settleNumbers(entriesOf(['c', 'a', 'a', 'new', 'b']), {
    base: new Map(),
    bySource: thereOf(['a', 'b', 'a', 'c']),
  })
  expect(sourcesOf(settled)).toEqual([4, 1, 3, 5, 2].map(sourceOf))
})

test('thousands of rows of one name are not each compared with each', () => {
  const actions = Array.from({ length: 3000 }, (_, at) => `do ${at}`)
  let looks = 0
  const covers = () => {
    looks += 1
    return true
  }
  const settled = settleNumbers(entriesOf(actions.toReversed(), covers), {
    base: new Map(),
    bySource: thereOf(actions),
  })
  expect(sourcesOf(settled)).toEqual(actions.map((_, at) => sourceOf(3000 - at)))
  expect(looks).toBeLessThan(3000 * 50)
})
