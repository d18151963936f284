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

/** A test of the run, with what it holds now. */
export type RunTest = Target & {
  caseId: string
  displayId: number
  result: ResultName
  /** When it was last changed; milliseconds since 1970, where the service said something that can be read. */
  updatedAt: number | undefined
  /** Who changed it last. */
  updatedBy?: string
  /** The person it is assigned to; empty if unassigned. */
  assignedTo?: string
  /**
   * The comments that earlier submissions wrote on it, where they were asked for, the earliest first; undefined where the service leaves
   * them out then. DECISIONS 430
   */
  remarks: readonly { id: string; content: string }[] | undefined
  /** Its steps, comments and section, where they were asked for. */
  content?: TestContent
}

/** Shows the progress of work with a number of parts, which may become known later. */
export type Showing = (
  what: string,
  total?: number,
) => { step: (count?: number, total?: number) => void; done: () => void }

/** What to read of the tests besides: by the identifier of its case a test also goes with `cases`. */
export type ReadOptions = {
  project: string | undefined
  cases?: boolean
  remarks?: boolean
  /** Steps, comments and section as well: of every test where they are `full`, else of those that a reader looks into. */
  contents?: Contents | undefined
  /** The tests as they were read before: their texts are kept once. */
  before?: readonly RunTest[]
  progress?: Showing | undefined
}

/** Every test of a run. */
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
  // For the message of a failure the beginning of the last one is enough.
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

/** The same of one of several runs; none of one that was deleted meanwhile. */
export const readTestsIfThere = (api: Api, testRunId: string): Promise<RunTest[]> =>
  readTests(api, testRunId, { project: undefined }).catch((error: unknown) => {
    if (error instanceof NotFoundError) return []
    throw error
  })

const none: readonly never[] = []

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at])

/** Keeps a text once that one row after another has. */
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

/** Comments without what is not needed of them, the earliest first; of the same moment, in the order of the service. */
const byAge = (comments: readonly Commented[]): { id: string; content: string }[] =>
  comments
    .map(({ id, content, createdAt }) => ({ id, content, at: timeOf(createdAt) ?? 0 }))
    .sort((one, other) => one.at - other.at)
    .map(({ id, content }) => ({ id, content }))

const beginningOf = ({ id, content }: { id: string; content: string }) => ({ id, content: cutText(content, 4000) })

export type RunProject = { id: string; identifier: string }

/** `WEB-T12`, where the project is known. */
export const identifierOf = (
  noun: 'cases' | 'tests' | 'runs',
  project: string | undefined,
  displayId: number,
): string[] => (project === undefined ? [] : [formatIdentifier({ project, noun, displayId })])

/**
 * Something that a result can be for: a test of a run, or a case. Several may bear one identifier, that of their case.
 * `unnamed` is the one of them by which it is not meant, because a test named it before its case was there.
 */
export type Target = { id: string; name: string; identifiers: readonly string[]; unnamed?: string | undefined }
