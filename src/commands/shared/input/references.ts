import type { Context } from '../../../composition/context.ts'
import { type Noun, type NumberedNoun, resources, isNumbered } from '../../../contract/vocabulary.ts'
import { NotFoundError, UsageError } from '../../../errors.ts'
import { formatIdentifier, parseIdentifier, parseShortIdentifier } from '../../../contract/identifiers.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { isSurelyId } from './id-words.ts'
import { listAll } from './list-all.ts'
import { fromOtherKind, listLine, suggestId, meantByWord, rangeMeant } from './mistyped-identifier.ts'
import { defaultProject, findProject, projectOfShortForm, refuseUnknownProject, canonicalProject } from './project.ts'

/** A typed reference, parsed: an identifier with its project, or a raw id whose project is not known. */
export type Reference =
  | { identifier: string; project: string; id?: never }
  | { id: string; identifier?: never; project?: never }

/** A resource with its id; `project` and `row` are known if it was named by its identifier. */
export type FoundResource = { id: string; project: string | undefined; row?: Resource }

/**
 * Parses `WEB-T12`, `T12`, a raw id, or the name of a run or a milestone. Throws a UsageError if it is of another kind. The
 * project of a short form is `beside`, or the one that is set. Sends a request only for a name, and for the spelling of a
 * project in small letters or named by its id.
 */
export const refer = async (
  context: Context,
  noun: Noun,
  typed: string,
  beside?: string | undefined,
): Promise<Reference> => {
  checkKind(noun, typed)
  const full = parseIdentifier(typed)
  const short = full ? undefined : parseShortIdentifier(typed)
  if (!full && !short) {
    if (isSurelyId(typed)) return { id: typed }
    const reference = isByName(noun) ? await referByName(context, noun, { typed, beside }) : { id: typed }
    if (reference.id !== undefined) await tellUnread(context, reference.id)
    return reference
  }
  const parsed = full ?? { ...short!, project: beside ?? (await projectOfShortForm(context, typed)) }
  const project = await canonicalProject(context, parsed.project)
  return { identifier: formatIdentifier({ ...parsed, project }), project }
}

/** Warns in a dry run that a word is taken for an id: the interface cannot read by id, so it is not checked. DECISIONS 427 */
const tellUnread = async (context: Context, id: string): Promise<void> => {
  if (!context.flags().dryRun) return
  await (await context.printer()).warn(`${id} is taken for an id; a dry run cannot tell whether it exists`)
}

/** Throws a UsageError for an identifier of another kind, and for text that is neither an identifier nor an id. */
export const checkKind = (noun: Noun, typed: string): void => {
  const { label, letter } = resources[noun]
  const full = parseIdentifier(typed)
  const parsed = full ?? parseShortIdentifier(typed)
  const hint = letter
    ? `a ${label} is written WEB-${letter}12`
    : noun === 'comments'
      ? commentsHint(typed)
      : `testctl ${noun} list`
  if (parsed && parsed.noun !== noun)
    // Never suggest the resource of the wanted kind with the same number: it is another thing.
    throw new UsageError(`${typed} is a ${resources[parsed.noun].label}, not a ${label}`, {
      hint: isNumbered(noun) ? (fromOtherKind(noun, typed, parsed.noun) ?? listLine(noun, full?.project)) : hint,
    })
  if (parsed) return
  const isOther = isByName(noun) ? /^(-.*)?$|:\/\//.test(typed) : !isId(typed)
  if ((almostIdentifier.test(typed) && !isSurelyId(typed)) || isOther)
    throw new UsageError(`${JSON.stringify(typed)} is neither an identifier nor an id of a ${label}`, {
      hint: meantByWord(noun, typed) ?? hint,
    })
}

/** Comments have ids only. The hint lists those of the typed case or test, if it is one. DECISIONS 347 */
const commentsHint = (typed: string): string => {
  const noun = (parseIdentifier(typed) ?? parseShortIdentifier(typed))?.noun
  return noun === 'cases' || noun === 'tests'
    ? `testctl comments list ${typed}`
    : 'the list of its case or test shows its id: testctl comments list <case-or-test>'
}

/** Checks several words like `checkKind`; skips `-`. */
export const checkKinds = (noun: Noun, typed: readonly string[]): void => {
  for (const one of typed) if (one !== '-') checkKind(noun, one)
}

// The length that the interface allows, and the characters that ids of another service may have. DECISIONS 267
const id = /^[A-Za-z0-9_][A-Za-z0-9_.:~-]{0,127}$/
const isId = (typed: string): boolean => id.test(typed) && !rangeMeant(typed)
const almostIdentifier = /^[A-Za-z][A-Za-z0-9_-]*-[A-Za-z][0-9]+$/

type ByName = 'runs' | 'milestones'
const isByName = (noun: Noun): noun is ByName => noun === 'runs' || noun === 'milestones'

/** Finds the run or milestone with exactly this name; if there is none, a word with a digit may be taken for an id. DECISIONS 160 */
const referByName = async (
  context: Context,
  noun: ByName,
  { typed, beside }: { typed: string; beside: string | undefined },
): Promise<Reference> => {
  const { label, letter } = resources[noun]
  const mayBeId = isId(typed)
  if (mayBeId && beside === undefined && (await defaultProject(context)) === undefined) return { id: typed }
  const project = await findProject(context, beside)
  const found: string[] = []
  const near: string[] = []
  for await (const row of listAll(context, noun, project.id).rows) {
    if (row.id === typed) return { id: typed }
    if (String(row['name']).toLowerCase() === bareName(typed)) near.push(String(row['name']))
    if (row['name'] === typed) found.push(`${project.identifier}-${letter}${String(row['displayId'])}`)
  }
  const [identifier] = found
  if (found.length > 1) throw severalNamed(noun, typed, found)
  if (identifier !== undefined) return { identifier, project: project.identifier }
  // Words without a digit (none, Nightly) are hardly ids; nor are 7 and R-7, for which there is a suggestion.
  const meant = suggestId(noun, typed)
  if (mayBeId && /[0-9]/.test(typed) && meant === undefined) return { id: typed }
  throw new NotFoundError(`there is no ${label} named ${JSON.stringify(typed)} in the project ${project.identifier}`, {
    hint:
      meant ??
      (near[0] === undefined ? listLine(noun, project.identifier) : `did you mean ${JSON.stringify(near[0])}?`),
  })
}

/** Removes quotes and spaces that were copied along with a name, and puts it in lower case. */
const bareName = (typed: string): string => typed.replace(/^[\s"'“”‘’]+|[\s"'“”‘’]+$/g, '').toLowerCase()

/** Returns the error for a name that several runs or milestones have. */
export const severalNamed = (noun: ByName, name: string, [first, ...others]: readonly string[]): UsageError => {
  const named = [first, ...others].slice(0, 5).join(', ')
  return new UsageError(`${others.length + 1} ${resources[noun].label}s are named ${JSON.stringify(name)}: ${named}`, {
    hint: `name one by its identifier: ${first}`,
  })
}

/** Suggests `WEB-T3` for `WEB-R1-T3`: identifiers of tests do not contain the run. */
const withoutRun = (identifier: string): string | undefined => {
  const { project = '', noun, displayId } = parseIdentifier(identifier) ?? {}
  const outer = parseIdentifier(project)
  return outer && noun && `did you mean ${formatIdentifier({ project: outer.project, noun, displayId: displayId! })}?`
}

/** Finds a resource by what was typed: an identifier costs one lookup, an id none. DECISIONS 131 */
export const requireOne = async (context: Context, noun: NumberedNoun, typed: string): Promise<FoundResource> => {
  const reference = await refer(context, noun, typed)
  if (reference.id !== undefined) return { id: reference.id, project: undefined }
  const row = await getByIdentifier(context, noun, reference.identifier)
  return { id: String(row['id']), project: reference.project, row: { ...row, identifier: reference.identifier } }
}

/** Reads a resource by its identifier, with the relations that were asked for. Throws a NotFoundError that suggests what was meant. */
export const getByIdentifier = async (
  context: Context,
  noun: NumberedNoun,
  identifier: string,
  relations?: readonly string[],
): Promise<Resource> => {
  const api = await context.api()
  // The relations were checked against the vocabulary; choosing the noun at run time loses its types.
  const read = api[noun].get as (request: object) => Promise<Record<string, unknown>>
  try {
    return (await read({ identifier, ...(relations && { relations }) }))[resources[noun].one] as Resource
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    const project = parseIdentifier(identifier)?.project ?? identifier
    // Commands that take several have read C1-C2 as a range, so this one takes a single ID. DECISIONS 159
    const isRange = parseShortIdentifier(project)?.noun === noun
    const meant = isRange ? `if a range was meant, name one, such as ${project}` : withoutRun(identifier)
    if (meant === undefined) await refuseUnknownProject(context, project, error.status)
    throw new NotFoundError(`there is no ${resources[noun].label} ${identifier}`, {
      hint: meant ?? listLine(noun, project),
      status: error.status,
      cause: error,
    })
  }
}
