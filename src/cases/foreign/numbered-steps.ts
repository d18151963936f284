import type { Step } from '../../contract/models.ts'
import type { ForeignDraft } from './foreign-case.ts'

/**
 * Sorts steps by their numbers if each has a whole number of its own; otherwise keeps their order. An export may list them in another
 * order than its system shows them. DECISIONS 404
 */
export const inNumberedOrder = <Item>(steps: readonly Item[], numberOf: (step: Item) => unknown): Item[] => {
  const numbered = steps.map((step) => ({ step, number: wholeNumber(numberOf(step)) }))
  const isCertain =
    numbered.every(({ number }) => Number.isSafeInteger(number)) &&
    new Set(numbered.map(({ number }) => number)).size === steps.length
  return isCertain ? numbered.toSorted((one, other) => one.number - other.number).map(({ step }) => step) : [...steps]
}

/** A case that may get further rows, and the numbers of its steps as they are written. */
export type NumberedDraft = { draft: ForeignDraft; numbers: Map<Step, string> }

/** Returns a case whose rows have all been read, with its steps in the order of their numbers. */
export const withStepsInOrder = ({ draft, numbers }: NumberedDraft): ForeignDraft => ({
  ...draft,
  steps: inNumberedOrder(draft.steps, (step) => numbers.get(step)),
})

const wholeNumber = (value: unknown): number => {
  const text = String(value ?? '').trim()
  return /^\d+\.?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
}
