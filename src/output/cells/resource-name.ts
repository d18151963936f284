import { isNumbered, type Noun, resources } from '../../contract/vocabulary.ts'
import { formatIdentifier, parseIdentifier } from '../../contract/identifiers.ts'
import type { Resource } from './row.ts'

/** Returns the name of a resource for people: `WEB-T12`, `T12` if the project is not known, otherwise its id. */
export const nameOf = (noun: Noun, row: Resource, project?: string): string => {
  const identifier = text(row['identifier'])
  if (identifier) return identifier
  const displayId = row['displayId']
  if (!isNumbered(noun) || typeof displayId !== 'number') return text(row['id'])
  return project === undefined
    ? `${resources[noun].letter}${displayId}`
    : formatIdentifier({ project, noun, displayId })
}

/** Returns a name that another command cannot misread: the identifier if it is known, otherwise the id. */
export const handleOf = (row: Resource): string => text(row['identifier']) || text(row['id'])

/** Returns the project that the identifier of a resource names; undefined if it has none. */
export const projectOfResource = (noun: Noun, row: Resource): string | undefined =>
  noun === 'projects' ? text(row['identifier']) || undefined : parseIdentifier(text(row['identifier']))?.project

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
