import { NotFoundError } from '../errors.ts'
import type { Api } from '../contract/index.ts'
import type { Test } from '../contract/models.ts'
import type { ResultName } from '../contract/vocabulary.ts'
import { formatIdentifier } from '../contract/identifiers.ts'
import { readWhole } from '../contract/pagination.ts'
import { timeOf } from '../output/text/time.ts'
import { isNamedBefore } from './named-before.ts'
import { cutText } from './text-room.ts'
import { isOwn } from './comment-marker.ts'
import { type Contents, testContentOf, type TestContent } from './test-content.ts'
import { testsOfRun } from '../contract/pages/tests-of-run.ts'

/** A test of a run in its current state. */
export type RunTest = Target & {
  caseId: string
  displayId: number
  result: ResultName
  /** When it was last changed, in milliseconds since 1970, if the service sent a time that can be read. */
  updatedAt: number | undefined
  /** Who changed it last. */
  updatedBy?: string
  /** The person it is assigned to; empty if unassigned. */
  assignedTo?: string
  /**
   * The comments that earlier submissions wrote on it, the earliest first. Empty if they were not asked for;
   * undefined if they were, and the service left them out. DECISIONS 430
   */
  remarks: readonly { id: string; content: string }[] | undefined
  /** Its steps, comments and section, if they were asked for. */
  content?: TestContent
}

/** Shows the progress of work with a number of parts, which may become known later. */
export type Showing = (
  what: string,
  total?: number,
) => { step: (count?: number, total?: number) => void; done: () => void }

/** What else to read of the tests. With `cases`, a test also has the identifier of its case. */
export type ReadOptions = {
  project: string | undefined
  cases?: boolean
  remarks?: boolean
  /** Also reads the section of every test, and steps and comments: of every test if `full`, otherwise of those failed or in progress. */
  contents?: Contents | undefined
  /** The tests as they were read before: texts that are the same are kept in memory once. */
  before?: readonly RunTest[]
  progress?: Showing | undefined
}

/** Reads every test of a run. */
export const readTests = async (
  api: Api,
  testRunId: string,
  { project, cases = false, remarks = false, contents, before = [], progress }: ReadOptions,
): Promise<RunTest[]> => {
  const relations = [
    ...(cases || contents ? ['case' as const] : []),
    ...(remarks || contents ? ['comments' as const] : []),
  ]
  const known = new Map(before.map((test) => [test.id, test]))
  const share = createSharing()
  // The message of a failure needs only the beginning of the last comment.
  const remarksIn = (own: readonly Commented[]) => (contents?.keep ? byAge(own).slice(-1).map(beginningOf) : byAge(own))
  const toRunTest = (test: Test): RunTest => {
    const { id, name, caseId, displayId, result, updatedAt, updatedBy, assignedTo, case: origin, comments } = test
    const ofCase = origin ? identifierOf('cases', project, origin.displayId) : []
    const identifiers = [...identifierOf('tests', project, displayId), ...(cases ? ofCase : [])]
    const unnamed = origin && isNamedBefore(origin.displayId, origin.customFields) ? ofCase[0] : undefined
    const own = comments?.filter(({ content }) => isOwn(content))
    const same = known.get(id)
    return {
      id: same?.id ?? id,
      name: same?.name === name ? same.name : name,
      caseId: same?.caseId === caseId ? same.caseId : caseId,
      displayId,
      result,
      updatedAt: timeOf(updatedAt),
      updatedBy: share(updatedBy),
      assignedTo: share(assignedTo),
      identifiers: same && isSame(same.identifiers, identifiers) ? same.identifiers : identifiers,
      unnamed,
      remarks: own && own.length > 0 ? remarksIn(own) : remarks && !own ? undefined : none,
      ...(contents && { content: testContentOf(test, { caseIdentifier: ofCase[0], ...contents }) }),
    }
  }
  const shown = progress?.('reading tests')
  return readWhole(testsOfRun(api, testRunId, relations), toRunTest, { progress: shown }).finally(() => shown?.done())
}

/** Reads the tests of one of several runs; none if that run was deleted meanwhile. */
export const readTestsIfThere = (api: Api, testRunId: string): Promise<RunTest[]> =>
  readTests(api, testRunId, { project: undefined }).catch((error: unknown) => {
    if (error instanceof NotFoundError) return []
    throw error
  })

const none: readonly never[] = []

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at])

/** Returns a function that lets rows with the same text share one copy of it. */
const createSharing = (): ((text: string) => string) => {
  const last = new Map<string, string>()
  return (text) => {
    const known = last.get(text)
    if (known !== undefined) return known
    if (last.size >= 1000) last.clear()
    last.set(text, text)
    return text
  }
}

type Commented = { id: string; content: string; createdAt: string | number }

/** Reduces comments to id and content, the earliest first; those of the same moment stay in the order of the service. */
const byAge = (comments: readonly Commented[]): { id: string; content: string }[] =>
  comments
    .map(({ id, content, createdAt }) => ({ id, content, at: timeOf(createdAt) ?? 0 }))
    .sort((one, other) => one.at - other.at)
    .map(({ id, content }) => ({ id, content }))

const beginningOf = ({ id, content }: { id: string; content: string }) => ({ id, content: cutText(content, 4000) })

export type RunProject = { id: string; identifier: string }

/** Returns an identifier, such as `WEB-T12`, in a list; an empty list if the project is not known. */
export const identifierOf = (
  noun: 'cases' | 'tests' | 'runs',
  project: string | undefined,
  displayId: number,
): string[] => (project === undefined ? [] : [formatIdentifier({ project, noun, displayId })])

/**
 * Something that a result can match: a test of a run, or a case. Several tests may have the same identifier, that of their
 * case. `unnamed` is the identifier that does not mean this target, because a test named it before its case existed.
 */
export type Target = { id: string; name: string; identifiers: readonly string[]; unnamed?: string | undefined }
