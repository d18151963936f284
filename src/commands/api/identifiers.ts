import type { Context } from '../../composition/context.ts'
import type { NumberedNoun } from '../../contract/vocabulary.ts'
import { parseIdentifier, parseShortIdentifier } from '../../contract/identifiers.ts'
import { findProject } from '../shared/input/project.ts'
import { requireOne, refer } from '../shared/input/references.ts'
import { requireIds } from '../shared/input/many.ts'
import type { RequestField } from '../../wire/calls-by-name.ts'

/** What goes into a field, and the identifier of the project that it is in, where that became known. */
type Resolved = { value: unknown; project?: string | undefined }

/**
 * What a flag names, as the interface wants it: the ids behind identifiers. Anything else is taken for an id.
 * DECISIONS 77
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
  // What the field cannot name is refused as one of the first kind that it can.
  const wanted: NumberedNoun = nouns.includes(named.noun) ? named.noun : noun
  if (name === 'identifier') return { value: (await refer(context, wanted, typed)).identifier }
  const { id, project } = await requireOne(context, wanted, typed)
  return { value: id, project }
}

// Without a hyphen it may be a project's identifier, which an id that a service gives out hardly is. DECISIONS 4
const projectLike = /^[A-Za-z][A-Za-z0-9_]{0,15}$/
