import { formatIdentifier, parseIdentifier, parseShortIdentifier } from '../../contract/identifiers.ts'
import { UsageError } from '../../errors.ts'
import type { ServiceCase } from '../service-cases.ts'

/** Returns the side that settles a conflict: that of the files (ours) or of the service (theirs); undefined if no flag names it. */
export type Choose = (one: Pick<ServiceCase, 'identifier'>, field: string) => 'here' | 'there' | undefined

/** The values of `--ours` and `--theirs`: `all`, a case, or a field of one (`WEB-C12:steps`). */
export type ConflictChoices = { ours: readonly string[]; theirs: readonly string[] }

/**
 * Parses the choices. The most specific one wins, so that `--theirs all --ours C12:steps` takes all but one field. `WEB-C12` is more
 * specific than `C12`, which applies to every project. Throws a UsageError if a value is not a choice, or is given to both flags.
 * DECISIONS 329
 */
export const readChoices = ({ ours, theirs }: ConflictChoices): Choose => {
  const chosen = new Map<string, 'here' | 'there'>()
  for (const [side, typed] of [
    ...ours.map((one) => ['here', one] as const),
    ...theirs.map((one) => ['there', one] as const),
  ]) {
    const key = keyOf(typed)
    if (chosen.has(key) && chosen.get(key) !== side)
      throw new UsageError(`${typed} is named by --ours and by --theirs`, { hint: 'give one of them' })
    chosen.set(key, side)
  }
  return ({ identifier }, field) => {
    const names = wordsForCase(identifier)
    const keys = [...names.map((name) => `${name}:${field}`), ...names, 'all']
    return keys.map((key) => chosen.get(key)).find((side) => side !== undefined)
  }
}

const keyOf = (typed: string): string => {
  const choice = parseChoice(typed)
  if (choice === 'all') return choice
  if (choice) return choice.field === undefined ? choice.name : `${choice.name}:${choice.field}`
  throw new UsageError(`${JSON.stringify(typed)} is neither a case nor a field of a case`, {
    hint: 'all, WEB-C12, or WEB-C12:steps',
  })
}

/** A parsed choice; its `name` is one of `wordsForCase`: `WEB-C12`, or `C12` for every project. */
type Choice = { name: string; project?: string; field?: string | undefined }

/** Parses a choice; undefined for a word that is not one, such as the name of a folder. */
export const parseChoice = (typed: string): Choice | 'all' | undefined => {
  if (typed === 'all') return typed
  const [, identifier = '', field] = /^([^:]+)(?::(.+))?$/.exec(typed) ?? []
  const whole = parseIdentifier(identifier)
  const parsed = whole ?? parseShortIdentifier(identifier)
  if (parsed?.noun !== 'cases') return undefined
  const project = whole?.project.toUpperCase()
  const name = project === undefined ? `C${parsed.displayId}` : formatIdentifier({ ...parsed, project })
  return { name, field, ...(project !== undefined && { project }) }
}

/** Returns the words that name a case, the most specific one first. */
export const wordsForCase = (identifier: string): readonly string[] => {
  const parsed = parseIdentifier(identifier)
  return [identifier.toUpperCase(), ...(parsed ? [`C${parsed.displayId}`] : [])]
}
