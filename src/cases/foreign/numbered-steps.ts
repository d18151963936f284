/**
 * Sorts steps by their numbers if each has a whole number of its own; otherwise keeps their order. An export may list them in another
 * order than its system shows them. DECISIONS 404
 */
export const inNumberedOrder = <Step>(steps: readonly Step[], numberOf: (step: Step) => unknown): Step[] => {
  const numbered = steps.map((step) => ({ step, number: wholeNumber(numberOf(step)) }))
  const isCertain =
    numbered.every(({ number }) => Number.isSafeInteger(number)) &&
    new Set(numbered.map(({ number }) => number)).size === steps.length
  return isCertain ? numbered.toSorted((one, other) => one.number - other.number).map(({ step }) => step) : [...steps]
}

const wholeNumber = (value: unknown): number => {
  const text = String(value ?? '').trim()
  return /^\d+\.?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
}
