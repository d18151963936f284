import { batch } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import type { TestRun } from '../../contract/models.ts'
import { readTestsIfThere } from '../read.ts'
import { readRuns } from './read.ts'

/** For each case, by id, how many runs are newer than the last one in which it passed or failed. A case that never did is not included. */
export type LastResults = { newer: ReadonlyMap<string, number> }

/**
 * Finds the last run in which each case was tested. The interface has no request for this, so the tests of the runs are read,
 * the newest runs first, until each case was found. `onRead` gets how many runs were just read, and how many there are.
 */
export const readLastResults = async (
  api: Api,
  { projectId, caseIds }: { projectId: string; caseIds: readonly string[] },
  { stop, onRead }: { stop: AbortSignal; onRead: (runs: number, all: number) => void },
): Promise<LastResults> => {
  const runs = (await readRuns(api, projectId)).toSorted((one, other) => other.displayId - one.displayId)
  const wanted = new Set(caseIds)
  const newer = new Map<string, number>()
  for (let at = 0; at < runs.length && wanted.size > 0; at += together) {
    const some = runs.slice(at, at + together)
    const read = await batch(some, (run) => readTested(api, run), { concurrency: 4, stop, isFatal: () => true })
    for (const { error } of read.failed) throw error
    stop.throwIfAborted()
    const tested = new Map(read.done.map(({ item, value }) => [item.id, value]))
    for (const [index, { id }] of some.entries())
      for (const caseId of tested.get(id) ?? []) if (wanted.delete(caseId)) newer.set(caseId, at + index)
    onRead(some.length, runs.length)
  }
  return { newer }
}

const together = 16

/** Returns the cases that passed or failed in a run; none if the run was deleted meanwhile. */
const readTested = async (api: Api, { id, results }: TestRun): Promise<string[]> => {
  if (results && results.passed + results.failed === 0) return []
  const tests = await readTestsIfThere(api, id)
  return tests.flatMap(({ caseId, result }) => (result === 'passed' || result === 'failed' ? [caseId] : []))
}
