import type { Api } from '../../contract/index.ts'
import { mayBeThere, NotFoundError, PartialError } from '../../errors.ts'
import { identifiersNamed } from './named-numbers.ts'
import type { SubmissionOptions } from '../options.ts'
import { type ReadOptions, readTests, type RunTest } from '../../runs/read.ts'
import { addCases, type ReadyRun, type Run, removeRunCases } from '../run/index.ts'

/**
 * Adds the cases that did not fit into the create request of a new run, before the run is first read. If the answer is lost, the run's
 * tests show which are missing. Does nothing for a run that others may have found by now: it was created empty, and is read first.
 */
export const addRest = async (api: Api, { id, madeWith }: ReadyRun, caseIds: readonly string[]): Promise<void> => {
  if (!madeWith) return
  await addCases(api, id, caseIds.slice(madeWith.length)).catch((error: unknown) => {
    if (!mayBeThere(error)) throw error
  })
}

type Addition = { run: Run; caseIds: readonly string[]; tests: RunTest[]; reading: ReadOptions }

/** Adds missing tests, so that the run has one for each of the cases; returns its tests, and how many were added. */
export const addMissing = async (
  order: SubmissionOptions,
  { run, caseIds, tests, reading }: Addition,
): Promise<{ tests: RunTest[]; count: number }> => {
  const { api, dryRun } = order
  const present = new Set(tests.map(({ caseId }) => caseId))
  const absent = caseIds.filter((caseId) => !present.has(caseId))
  if (absent.length === 0) return { tests, count: 0 }
  // If the answer is lost, the tests of the run show whether they were added.
  const unknown = await addCases(api, run.id, absent).then(
    () => undefined,
    (error: unknown) => {
      if (mayBeThere(error)) return error
      throw error
    },
  )
  if (dryRun) return { tests, count: absent.length }
  const known = new Map(tests.map((test) => [test.id, test]))
  // New tests have no comments.
  const read = async () =>
    (await readTests(api, run.id, { ...reading, remarks: false })).map((test) => known.get(test.id) ?? test)
  const added = new Set(absent)
  const again = await read().catch((error: unknown) => {
    // DECISIONS 401
    throw error instanceof NotFoundError ? error : (unknown ?? error)
  })
  const now = await passOver(order, { run, tests: again, added, read })
  const there = new Set(now.map(({ caseId }) => caseId))
  if (unknown && absent.some((caseId) => !there.has(caseId))) throw unknown
  return { tests: now, count: absent.length }
}

type Passing = {
  run: Run
  tests: RunTest[]
  /** The cases whose tests are new. */
  added: ReadonlySet<string>
  read: () => Promise<RunTest[]>
}

/**
 * Deletes and adds again every new test whose identifier a result names: the name was written before that test existed,
 * so it means another one. The service never reuses a number. Throws a PartialError after 100 rounds. DECISIONS 110
 */
export const passOver = async (order: SubmissionOptions, { run, tests, added, read }: Passing): Promise<RunTest[]> => {
  const { api, outcomes, rules, into } = order
  const named = identifiersNamed(outcomes, { project: into.project.identifier, rules })
  const areNamed = (all: readonly RunTest[]) =>
    all.flatMap(({ caseId, identifiers: [identifier = ''] }) =>
      added.has(caseId) && named.has(identifier) ? [caseId] : [],
    )
  let now = tests
  for (let round = 0; round < mostRounds; round++) {
    const caseIds = areNamed(now)
    if (caseIds.length === 0) return now
    await removeRunCases(api, run.id, caseIds)
    await addCases(api, run.id, caseIds)
    now = await read()
  }
  throw new PartialError(`${areNamed(now).length} new tests got identifiers that results of the reports name`, {
    hint: 'remove the identifiers of tests that do not exist from the reports',
  })
}

const mostRounds = 100
