import { expect, test } from 'vitest'
import type { CaseEntry } from '../../../../src/cases/case-content.ts'
import { fileOutcomes } from '../../../../src/commands/cases/foreign/outcomes.ts'

test('the outcomes of many files are counted in one pass over their cases', () => {
  let looks = 0
  const entryIn = (file: string): CaseEntry => ({
    content: { name: file, preconditions: '', steps: [], customFields: {} },
    get place() {
      looks += 1
      return { file, line: 1 }
    },
  })
  const read = Array.from({ length: 100 }, (_, at) => {
    const file = `f${at}.feature`
    return { file, entries: [entryIn(file), entryIn(file), entryIn(file)] }
  })
  const created = read.flatMap(({ entries: [, first, second] }) => [first!, second!])
  const [refused] = created
  const outcomeOf = fileOutcomes({
    prepared: { plan: { created, matched: [], deletedThere: [] } },
    refused: [{ subject: refused!, error: new Error('too large') }],
  })
  const [first, second] = read.map(outcomeOf)
  // For each file anew it would be 20,000 looks at least.
  expect(looks).toBeLessThan(1000)
  expect(first).toMatchObject({ new: 1, failed: 1, unchanged: 1 })
  expect(second).toMatchObject({ new: 2, failed: 0, unchanged: 1 })
})
