import { type Noun, type NumberedNoun, resources } from '../../contract/vocabulary.ts'
import { formatIdentifier } from '../../contract/identifiers.ts'
import { isIdentifierOf, type CachedName } from './entries.ts'
import type { RecordedCall, CallFields } from './record.ts'

/** The name and identifier of a resource in an answer of the service. */
export type NamedRow = CachedName & { id: unknown; number: number }

/** Returns the resources in the answer of a call that have an identifier and a name: the rows of a list, or the single resource. */
export const namedRowsOf = ({ noun, verb, answer = {} }: RecordedCall, project: string | undefined): NamedRow[] => {
  const { one, many } = resources[noun]
  const found = verb === 'list' ? answer[many] : [answer[one]]
  return (Array.isArray(found) ? found : []).flatMap(
    (row: unknown) => rowOf(noun, Object(row) as CallFields, project) ?? [],
  )
}

const rowOf = (noun: Noun, row: CallFields, project: string | undefined): NamedRow | undefined => {
  const { id, name, displayId } = row
  const identifier = identifierOf(noun, row, project)
  if (identifier === undefined || typeof name !== 'string') return undefined
  return { id, identifier, name, number: typeof displayId === 'number' ? displayId : 0 }
}

const identifierOf = (
  noun: Noun,
  { identifier, displayId }: CallFields,
  project: string | undefined,
): string | undefined => {
  if (typeof identifier === 'string' && isIdentifierOf(noun, identifier)) return identifier
  if (project === undefined || !Number.isSafeInteger(displayId) || Number(displayId) < 0) return undefined
  return formatIdentifier({ project, noun: noun as NumberedNoun, displayId: Number(displayId) })
}
