import { type NumberedNoun, resources } from './vocabulary.ts'

/** The parts of a human-readable identifier: `WEB-T12` is test 12 of the project WEB (interface, section 2). */
export type Identifier = { project: string; noun: NumberedNoun; displayId: number }

const nounOfLetter = new Map<string, NumberedNoun>(
  Object.entries(resources).flatMap(([noun, { letter }]) => (letter ? [[letter, noun as NumberedNoun]] : [])),
)

/** The form of a project's identifier in our own service, as a pattern and in words. DECISIONS 4 */
export const projectIdentifierPattern = /^[A-Z][A-Z0-9_]{0,15}$/
export const projectIdentifierForm = 'capital letters, digits and _, at most 16, a letter first'

// Another service may allow hyphens in a project's identifier; a UUID is not an identifier. DECISIONS 180
// Both cases are written out: V8 takes three times as long to compile a pattern with the flag `i`, and every start needs these.
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

/** Whether two ids name the same item, ignoring case: a service may accept a UUID in any case, and answer in its own. */
export const isSameId = (one: unknown, other: unknown): boolean =>
  String(one).toLowerCase() === String(other).toLowerCase()

/** Whether two ids have the same form (both UUIDs, or both digits), so that different ids name different items. */
export const areIdsAlike = (one: string, other: string): boolean =>
  [uuid, /^[0-9]+$/].some((form) => form.test(one) && form.test(other))

/** Writes `WEB-T12`. */
export const formatIdentifier = ({ project, noun, displayId }: Identifier): string =>
  `${project}-${resources[noun].letter}${displayId}`
