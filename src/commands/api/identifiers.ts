import type { Context } from '../../composition/context.ts'
import type { NumberedNoun } from '../../contract/vocabulary.ts'
import { parseIdentifier, parseShortIdentifier } from '../../contract/identifiers.ts'
import { findProject } from '../shared/input/project.ts'
import { requireOne, refer } from '../shared/input/references.ts'
import { requireIds } from '../shared/input/many.ts'
import type { RequestField } from '../../wire/calls-by-name.ts'

/** The value to send in a field, and the identifier of its project if the lookup showed it. */
type Resolved = { value: unknown; project?: string | undefined }

/**
 * Converts the value of a flag to what the interface wants: looks up the ids of identifiers. Anything else is taken for an id
 * and returned as it is. DECISIONS 77
 */
export const resolveIds = async (
  context: Context,
  { name, nouns }: RequestField,
  value: unknown,
): Promise<Resolved> => {
  const [noun] = nouns
  if (noun === undefined || noun === 'comments') return { value }
  if (noun === 'projects') {
    if (!projectLike.test(String(value))) return { value }
    const { id, identifier } = await findProject(context, String(value))
    return { value: id, project: identifier }
  }
  if (Array.isArray(value))
    return { value: await requireIds(context, noun, { typed: value.map(String), project: undefined }) }
  const typed = String(value)
  const named = parseIdentifier(typed) ?? parseShortIdentifier(typed)
  if (!named) return { value }
  // An identifier of a kind that the field does not take is looked up as the first kind that it takes, which refuses it.
  const wanted: NumberedNoun = nouns.includes(named.noun) ? named.noun : noun
  if (name === 'identifier') return { value: (await refer(context, wanted, typed)).identifier }
  const { id, project } = await requireOne(context, wanted, typed)
  return { value: id, project }
}

// The form of a project's identifier, which has no hyphen. An id that a service gives out is hardly ever like this. DECISIONS 4
const projectLike = /^[A-Za-z][A-Za-z0-9_]{0,15}$/
