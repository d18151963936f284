// What this process has read that is not what a service said. DECISIONS 363

const rounded = new Set<number>()
let hasBrokenText = false

/** Remembers numbers that were rounded when an answer was read. */
export const noteRounded = (numbers: Iterable<number>): void => {
  for (const number of numbers) rounded.add(number)
}

/** Remembers that an answer was no UTF-8, so that U+FFFD stands where something else was. */
export const noteBrokenText = (): void => {
  hasBrokenText = true
}

/** What of a value, which may have come from an answer, is not what the service has; undefined where all of it is. */
export const damageIn = (value: unknown, { texts = true } = {}): string | undefined => {
  if (typeof value === 'string')
    return texts && hasBrokenText && value.includes('\uFFFD') ? 'a text that cannot be read' : undefined
  if (typeof value === 'number') return rounded.has(value) ? `the number ${value}, which was rounded` : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const inner of Object.values(value)) {
    const damage = damageIn(inner, { texts })
    if (damage !== undefined) return damage
  }
  return undefined
}
