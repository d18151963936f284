/**
 * The custom field with the case numbers that results named, and that no case had, when this case was created. If its
 * own number is among them, the author of that result did not mean this case: only its name leads to it. DECISIONS 110
 */
const namedBefore = 'namedBefore'

/** Whether a case was created after a test had named its number. */
export const isNamedBefore = (
  displayId: number,
  customFields: Readonly<Record<string, unknown>> | undefined,
): boolean => {
  const ranges = customFields?.[namedBefore]
  if (typeof ranges !== 'string') return false
  return ranges.split(' ').some((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return displayId >= first! && displayId <= last!
  })
}

/** Returns the custom fields of a case created while results name these numbers: `{ namedBefore: '7 12-40' }`; none for no numbers. */
export const fieldsNaming = (numbers: readonly number[]): { customFields?: Record<string, string> } =>
  numbers.length === 0 ? {} : { customFields: { [namedBefore]: rangesOf(numbers).join(' ') } }

const rangesOf = (numbers: readonly number[]): string[] => {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other)
  const gaps = sorted.slice(1).map((number, at) => number - sorted[at]!)
  // Every created case stores these ranges. If there are more than `mostRanges`, the nearest ones are joined.
  const widest = gaps.toSorted((one, other) => other - one)[mostRanges - 1] ?? 1
  const ranges: [first: number, last: number][] = []
  for (const [at, number] of sorted.entries()) {
    const range = ranges.at(-1)
    if (range && gaps[at - 1]! <= widest) range[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
}

const mostRanges = 20
