import type { Context } from '../../composition/context.ts'
import { readWhole } from '../../contract/pagination.ts'
import { caseIdsAtOnce } from '../../contract/vocabulary.ts'
import { NotFoundError, RejectedError, UsageError } from '../../errors.ts'
import { chooseResults } from '../shared/input/choices.ts'
import { listWhole } from '../shared/input/list-all.ts'
import { type PresentResource, requireEach } from '../shared/input/many.ts'
import { listLine, meantByWord } from '../shared/input/mistyped-identifier.ts'
import { mayHaveFields, parsePairs } from '../shared/input/pairs.ts'
import { checkKind, requireOne } from '../shared/input/references.ts'
import { quoteWord } from '../../system/shell-line.ts'
import { testsOfRun } from '../../contract/pages/tests-of-run.ts'

/** The flags that say which cases a new run has. */
export type CaseFlags = { cases?: string[]; allCases?: boolean; from?: string; only?: string; empty?: boolean }

/** Checks that the flags name the cases in exactly one way. Throws a UsageError if not. DECISIONS 161 */
export const checkCaseFlags = ({ cases, allCases, from, only, empty }: CaseFlags): void => {
  const given = Object.entries({ '--cases': cases, '--all-cases': allCases, '--from': from, '--empty': empty })
  const [first, second] = given.flatMap(([flag, value]) => (value === undefined ? [] : [flag]))
  if (first === undefined)
    throw new UsageError('which cases?', {
      hint: 'give --cases C1,C2, --all-cases, --from R7, or --empty for none yet',
    })
  if (second !== undefined)
    throw new UsageError(`${first} and ${second} exclude each other`, { hint: 'leave out one of them' })
  refuseEmpty('--cases', cases, '--empty makes a run without tests')
  if (only !== undefined && from === undefined)
    throw new UsageError('--only goes with --from', { hint: '--from R7 --only failed,untested' })
  if (only !== undefined) chooseResults(only)
  if (from !== undefined) checkKind('runs', from)
  if (cases?.some((one) => /^(all|\*)$/i.test(one)))
    throw new UsageError('--cases takes cases', { hint: 'for every case: --all-cases' })
  for (const one of cases ?? []) if (one !== '-' && !isField(one)) checkKind('cases', one)
}

/** Throws a UsageError for a list that names no case, for example from an empty variable. DECISIONS 161 */
export const refuseEmpty = (flag: string, cases: readonly string[] | undefined, hint: string): void => {
  if (cases?.length === 0) throw new UsageError(`${flag} names no case`, { hint })
}

type Project = { id: string; identifier: string }

/** Returns the ids of the cases that the flags name. Throws a UsageError if there are none, unless `--empty` asks for none. */
export const casesOf = async (context: Context, flags: CaseFlags, project: Project): Promise<string[]> => {
  const ids = await namedIds(context, flags, project)
  if (ids.length > 0 || flags.empty) return ids
  throw new UsageError(flags.allCases ? `the project ${project.identifier} has no cases` : 'stdin names no case', {
    hint: '--empty makes a run without tests',
  })
}

const namedIds = async (context: Context, flags: CaseFlags, project: Project): Promise<string[]> => {
  const { cases = [], allCases, from, only } = flags
  if (allCases) return listedIds(context, project.id)
  if (from !== undefined) return casesOfRun(context, { from, only }, project)
  return namedCases(context, cases, project)
}

/** Returns the ids of the named cases, and of the cases with a custom field such as `area=login`. */
export const namedCases = async (context: Context, cases: readonly string[], project: Project): Promise<string[]> => {
  const fields = cases.filter(isField)
  const [named, ...filtered] = await Promise.all([
    requireEach(context, 'cases', { typed: cases.filter((one) => !isField(one)), project: project.identifier }),
    ...fields.map((field) => idsWith(context, project, field)),
  ])
  const ids = [...new Set([...named.map(({ id }) => id), ...filtered.flat()])]
  if (ids.length > caseIdsAtOnce) await refuseStrangers(context, named, project)
  return ids
}

/**
 * Throws a RejectedError for ids that are not of a case of the project. The service refuses them too, but if they take several
 * requests, the first would already be done. Skips identifiers, which were looked up before. DECISIONS 493
 */
export const refuseStrangers = async (
  context: Context,
  named: readonly PresentResource[],
  project: Project,
): Promise<void> => {
  const unread = named.filter(({ identifier }) => identifier === undefined)
  if (unread.length === 0) return
  const known = new Set((await listedIds(context, project.id)).map((id) => id.toLowerCase()))
  const [first, ...others] = unread.filter(({ id }) => !known.has(id.toLowerCase())).map(({ typed }) => typed)
  if (first === undefined) return
  const more = others.length > 0 ? `; and ${others.length} more` : ''
  throw new RejectedError(`${first} is not a case of this project${more}`, {
    hint: meantByWord('cases', first) ?? listLine('cases', project.identifier),
  })
}

/** Whether a word is a custom field with its value, and not a case. */
export const isField = (typed: string): boolean => typed.includes('=')

/** Returns the ids of the cases with a custom field: `area=login`. Throws a NotFoundError if there are none. */
const idsWith = async (context: Context, { id: projectId, identifier }: Project, field: string): Promise<string[]> => {
  const api = await context.api()
  const customFields = parsePairs([field])
  const read = async (page: { limit: number; offset: number }) => {
    const { cases, pagination } = await api.cases.list({ projectId, ...page, customFields })
    return { rows: cases, pagination }
  }
  const ids = await readWhole(read, (row) => (mayHaveFields(row, customFields) ? row.id : undefined))
  if (ids.length > 0) return ids
  throw new NotFoundError(`no case has the custom field ${field}`, { hint: listLine('cases', identifier) })
}

/** Returns the ids of the cases of a run's tests, without cases that were deleted since. */
const casesOfRun = async (
  context: Context,
  { from, only }: { from: string; only: string | undefined },
  project: Project,
): Promise<string[]> => {
  const { id: testRunId, project: other } = await requireOne(context, 'runs', from)
  if (other !== undefined && other.toUpperCase() !== project.identifier.toUpperCase())
    throw new UsageError(`${from} belongs to the project ${other}, not to ${project.identifier}`, {
      hint: `add --project ${other}`,
    })
  const wanted = only === undefined ? undefined : chooseResults(only)
  const api = await context.api()
  const ids = new Set(
    await readWhole(testsOfRun(api, testRunId), ({ caseId, result }) =>
      (wanted?.includes(result) ?? true) ? caseId : undefined,
    ),
  )
  if (ids.size === 0)
    throw new UsageError(wanted ? `${from} has no test that is ${wanted.join(' or ')}` : `${from} has no tests`, {
      hint: `testctl runs status ${quoteWord(from)}`,
    })
  const present = (await listedIds(context, project.id)).filter((id) => ids.has(id))
  const gone = ids.size - present.length
  if (gone > 0) await (await context.printer()).warn(`${gone} of ${ids.size} cases are left out: they were deleted`)
  return present
}

const listedIds = (context: Context, projectId: string): Promise<string[]> =>
  listWhole(context, 'cases', { projectId, make: ({ id }) => id })
