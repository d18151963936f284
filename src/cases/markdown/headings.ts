/** The parts of a case that a heading can begin. */
export type CasePart = 'preconditions' | 'steps' | 'step' | 'expectation'

/** Returns the part that a heading begins, in our words and in those of other tools (tmt has a heading for each step). */
export const partOf = (heading: string): CasePart | undefined => {
  const words = heading.trim().replace(/:$/, '').toLowerCase()
  return parts.find(([, pattern]) => pattern.test(words))?.[0]
}

const parts: readonly (readonly [CasePart, RegExp])[] = [
  ['preconditions', /^(pre-?conditions?|prerequisites?|setup)$/],
  ['steps', /^((test )?steps|test)$/],
  ['step', /^(test )?step( \d+)?$/],
  ['expectation', /^(expect(ed)?|(expected )?results?|expectations?)$/],
]

/** Whether a word in bold or italics says that the expectation of a step follows: `**Expected:**`, `*Expected Result*:`. */
export const isExpectedWord = (word: string): boolean =>
  /^expect(ed)?( (results?|outcomes?))?$|^expectations?$/i.test(word)
