import { type NumberedNoun, resources } from './vocabulary.ts'

/** What a human-readable identifier says: `WEB-T12` is test 12 of the project WEB (interface, section 2). */
export type Identifier = { project: string; noun: NumberedNoun; displayId: number }

const nounOfLetter = new Map<string, NumberedNoun>(
  Object.entries(resources).flatMap(([noun, { letter }]) => (letter ? [[letter, noun as NumberedNoun]] : [])),
)

/** What the identifier of a project looks like in our service, and in words. DECISIONS 4 */
export const projectIdentifierPattern = /^[A-Z][A-Z0-9_]{0,15}$/
export const projectIdentifierForm = 'capital letters, digits and _, at most 16, a letter first'

// Another service may allow hyphens in a project's identifier; what is a UUID is no identifier. DECISIONS 180
// Both cases are written out: V8 takes three times as long to compile a pattern with the flag `i`, and a start needs these.
const full = /^(?!.*--)([A-Za-z][\w-]*)-([CTRMctrm])([0-9]{1,15})$/
const uuid = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/
const short = /^([CTRMctrm])([0-9]{1,15})$/

/** Reads `WEB-T12`; undefined for anything else. */
export const parseIdentifier = (text: string): Identifier | undefined => {
  if (uuid.test(text)) return undefined
  const [, project, letter, number] = full.exec(text) ?? []
  const noun = nounOfLetter.get(letter?.toUpperCase() ?? '')
  return project !== undefined && noun !== undefined ? { project, noun, displayId: Number(number) } : undefined
}

/** Reads the short form `T12`, whose project is known from elsewhere; undefined for anything else. */
export const parseShortIdentifier = (text: string): Omit<Identifier, 'project'> | undefined => {
  const [, letter, number] = short.exec(text) ?? []
  const noun = nounOfLetter.get(letter?.toUpperCase() ?? '')
  return noun !== undefined ? { noun, displayId: Number(number) } : undefined
}

/** Whether two ids are of one item: a service may take a UUID in any case, and answers it in its own. */
export const isSameId = (one: unknown, other: unknown): boolean =>
  String(one).toLowerCase() === String(other).toLowerCase()

/** Whether two values are ids of one form, so that they name two items where they differ. */
export const areIdsAlike = (one: string, other: string): boolean =>
  [uuid, /^[0-9]+$/].some((form) => form.test(one) && form.test(other))

/** Writes `WEB-T12`. */
export const formatIdentifier = ({ project, noun, displayId }: Identifier): string =>
  `${project}-${resources[noun].letter}${displayId}`
