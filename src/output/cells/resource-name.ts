import { isNumbered, type Noun, resources } from '../../contract/vocabulary.ts'
import { formatIdentifier, parseIdentifier } from '../../contract/identifiers.ts'
import type { Resource } from './row.ts'

/** What a resource is called on a screen: `WEB-T12`, or `T12` where the project is not known, else its id. */
export const nameOf = (noun: Noun, row: Resource, project?: string): string => {
  const identifier = text(row['identifier'])
  if (identifier) return identifier
  const displayId = row['displayId']
  if (!isNumbered(noun) || typeof displayId !== 'number') return text(row['id'])
  return project === undefined
    ? `${resources[noun].letter}${displayId}`
    : formatIdentifier({ project, noun, displayId })
}

/** The name that another command takes for sure: the identifier where it is known, else the id. */
export const handleOf = (row: Resource): string => text(row['identifier']) || text(row['id'])

/** The project that a resource shows to be in. */
export const projectOfResource = (noun: Noun, row: Resource): string | undefined =>
  noun === 'projects' ? text(row['identifier']) || undefined : parseIdentifier(text(row['identifier']))?.project

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
