import { parseIdentifier, parseShortIdentifier } from '../../contract/identifiers.ts'
import { UsageError } from '../../errors.ts'

/** Which side a conflict is settled by: the files' (ours) or the service's (theirs); undefined if no flag names it. */
export type Choose = (displayId: number, field: string) => 'here' | 'there' | undefined

/** What `--ours` and `--theirs` were given: `all`, a case, or a field of one (`WEB-C12:steps`). */
export type ConflictChoices = { ours: readonly string[]; theirs: readonly string[] }

/** Reads the choices; the most exact one counts, so that `--theirs all --ours C12:steps` takes all but one field. */
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
  return (displayId, field) => chosen.get(`${displayId}:${field}`) ?? chosen.get(String(displayId)) ?? chosen.get('all')
}

const keyOf = (typed: string): string => {
  if (typed === 'all') return typed
  const key = choiceKey(typed)
  if (key !== undefined) return key
  throw new UsageError(`${JSON.stringify(typed)} is neither a case nor a field of a case`, {
    hint: 'all, WEB-C12, or WEB-C12:steps',
  })
}

/** What a choice is about; undefined of a word that is none, such as the name of a folder. */
export const choiceKey = (typed: string): string | undefined => {
  const [, identifier = '', field] = /^([^:]+)(?::(.+))?$/.exec(typed) ?? []
  const parsed = parseIdentifier(identifier) ?? parseShortIdentifier(identifier)
  if (typed === 'all') return typed
  if (parsed?.noun !== 'cases') return undefined
  return field === undefined ? String(parsed.displayId) : `${parsed.displayId}:${field}`
}
