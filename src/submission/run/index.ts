import { caseIdsAtOnce } from '../../contract/vocabulary.ts'
import type { Api } from '../../contract/index.ts'
import { withLookup, mayBeThere, PartialError, TestctlError } from '../../errors.ts'
import { formatIdentifier } from '../../contract/identifiers.ts'
import { answerIfRead, ensureDeleted, ifFound } from '../../contract/made-changes.ts'
import type { Journal, KnownRun } from '../journal/index.ts'
import { readWhole } from '../../contract/pagination.ts'
import type { RunProject } from '../../runs/read.ts'

/** The run of a submission: an existing one, or one to create. */
export type Run = { id: string; name: string; displayId: number | undefined }
export type NewRun = {
  name: string
  milestoneId?: string | undefined
  /** Whether to use an existing run of this name, also one that another submission creates at the same time. */
  reuse?: boolean | undefined
  /** How far an earlier try got: it created the run, or began to when the project had `before` runs. */
  earlier?: { run: Run & { displayId: number } } | { before: number } | undefined
}

/**
 * The run of a submission. `created`: whether this submission created it. `madeWith`: the cases that it was created
 * with, if no other submission can have found it yet. `held`: how many cases the request that created it held.
 */
export type ReadyRun = Run & {
  displayId: number
  created: boolean
  madeWith?: readonly string[] | undefined
  held?: number | undefined
}

type Making = { project: RunProject; journal: Journal; caseIds: readonly string[] }

/**
 * Finds or creates the run of a submission: that of an earlier try if it still exists, an existing one of the same name with
 * `reuse`, or a new one. Journals the create before and after. If the answer is lost, looks for the run, so that no second one
 * is created. A new run has tests for as many cases as fit into a request, unless it may have to give way. DECISIONS 40, 114
 */
export const readyRun = async (api: Api, newRun: NewRun, making: Making): Promise<ReadyRun> => {
  const { earlier } = newRun
  if (!earlier || !('run' in earlier)) return (await findEarlier(api, newRun, making)) ?? createRun(api, newRun, making)
  if (await isThere(api, earlier.run, making.project)) return { ...earlier.run, created: false }
  // Its results are gone with it.
  await making.journal.note({ did: 'gone', id: earlier.run.id })
  return readyRun(api, { ...newRun, earlier: undefined }, making)
}

const isThere = async (api: Api, { id, displayId }: ReadyRun | KnownRun, project: RunProject): Promise<boolean> => {
  const identifier = formatIdentifier({ project: project.identifier, noun: 'runs', displayId })
  const same = await ifFound(api.runs.get({ identifier }))
  return same?.testRun.id === id
}

const findEarlier = async (
  api: Api,
  { name, reuse, earlier }: NewRun,
  { project, journal }: Making,
): Promise<ReadyRun | undefined> => {
  const begun = earlier && 'before' in earlier
  if (!reuse && !begun) return undefined
  const [first] = await runsNamed(api, name, { project, from: begun && !reuse ? earlier.before : 0 })
  if (!first) return undefined
  // If several jobs share the run, it is unknown which one created it.
  await journal.note({ did: begun && !reuse ? 'createdRun' : 'chosenRun', ...first })
  return { ...first, created: false }
}

const createRun = async (api: Api, newRun: NewRun, { project, journal, caseIds }: Making): Promise<ReadyRun> => {
  const { name, milestoneId, reuse, earlier } = newRun
  const before = (await api.runs.list({ projectId: project.id, limit: 1 })).pagination.total
  await journal.note({ did: 'creatingRun', name, before })
  // A run that may have to give way to another submission's is created empty, so that nothing is lost with it.
  const mayGiveWay = reuse || earlier !== undefined
  const madeWith = mayGiveWay ? undefined : caseIds.slice(0, caseIdsAtOnce)
  const run = await create(api, {
    projectId: project.id,
    name,
    caseIds: madeWith ?? [],
    ...(milestoneId !== undefined && { milestoneId }),
  })
    .then((made): Omit<ReadyRun, 'created'> => ({ ...made, madeWith }))
    .catch(async (error: unknown) => {
      // The run may have been created; if so, it is one of those that are new. DECISIONS 401
      if (!mayBeThere(error)) throw error
      const later = await runsNamed(api, name, { project, from: before }).catch(() => [])
      if (later.length !== 1) throw withLookup(error, `testctl runs list -p ${project.identifier}`)
      return later[0]!
    })
  let isThere = true
  try {
    const [first] = mayGiveWay ? await runsNamed(api, name, { project, from: reuse ? 0 : before }) : []
    const chosen = first && first.id !== run.id ? first : run
    if (chosen !== run) {
      await ensureDeleted(api.runs.delete({ testRunId: run.id }))
      isThere = false
    }
    const { id, displayId } = chosen
    await journal.note({ did: chosen === run ? 'createdRun' : 'chosenRun', id, name, displayId })
    return { ...chosen, created: chosen === run, held: madeWith?.length }
  } catch (error) {
    if (!isThere || !(error instanceof TestctlError)) throw error
    const identifier = formatIdentifier({ project: project.identifier, noun: 'runs', displayId: run.displayId })
    throw new PartialError(`the run ${identifier} was created; no result has been set: ${error.message}`, {
      ...error.details,
      hint: undefined,
    })
  }
}

const create = async (api: Api, request: Parameters<Api['runs']['create']>[0]) => {
  const { testRun } = await api.runs.create(request)
  return { id: testRun.id, name: testRun.name, displayId: testRun.displayId }
}

/** Lists the runs of a name, the earliest first: if several were created at the same time, all submissions use that. */
const runsNamed = async (
  api: Api,
  name: string,
  { project, from }: { project: RunProject; from: number },
): Promise<{ id: string; name: string; displayId: number }[]> => {
  const read = async (page: { limit: number; offset: number }) => {
    const { testRuns, pagination } = await api.runs.list({ projectId: project.id, ...page })
    return { rows: testRuns, pagination }
  }
  const runs = await readWhole(
    read,
    (run) => (run.name === name ? { id: run.id, name, displayId: run.displayId } : undefined),
    {
      range: { offset: from },
    },
  )
  return runs.sort((one, other) => one.displayId - other.displayId)
}

/** Removes the tests of the cases from a run. */
export const removeRunCases = async (api: Api, testRunId: string, caseIds: readonly string[]): Promise<void> => {
  for (let start = 0; start < caseIds.length; start += caseIdsAtOnce)
    await answerIfRead(api.runs.update({ testRunId, caseIdsToRemove: caseIds.slice(start, start + caseIdsAtOnce) }))
}

/** Adds a test for each of the cases to a run. */
export const addCases = async (api: Api, testRunId: string, caseIds: readonly string[]): Promise<void> => {
  for (let start = 0; start < caseIds.length; start += caseIdsAtOnce)
    await answerIfRead(api.runs.update({ testRunId, caseIdsToAdd: caseIds.slice(start, start + caseIdsAtOnce) }))
}
