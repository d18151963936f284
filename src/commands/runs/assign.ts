import type { Context } from '../../composition/context.ts'
import { readPages } from '../../contract/pagination.ts'
import { PartialError, TestctlError } from '../../errors.ts'
import { batch } from '../../system/async/batch.ts'
import { quoteWord } from '../../system/shell-line.ts'

/** Shares the tests of a new run out among people, in turn. Some that could not be assigned end with exit 7: the run is there. */
export const assignTests = async (
  context: Context,
  { id: testRunId, identifier }: { id: string; identifier: string },
  names: readonly string[],
): Promise<void> => {
  // The run of a dry run has no tests.
  if (context.flags().dryRun) return
  const api = await context.api()
  const listing = readPages(async (page) => {
    const { tests, pagination } = await api.tests.list({ testRunId, ...page })
    return { rows: tests, pagination }
  })
  const changes: { testId: string; assignedTo: string }[] = []
  for await (const { id } of listing.rows)
    changes.push({ testId: id, assignedTo: names[changes.length % names.length] ?? '' })
  const { failed, skipped } = await batch(changes, (change) => api.tests.update(change), {
    concurrency: 32,
    stop: context.io.stop,
  })
  context.io.stop.throwIfAborted()
  const [first] = failed
  if (!first) return
  if (!(first.error instanceof TestctlError)) throw first.error
  const left = failed.length + skipped.length
  throw new PartialError(
    `the run was created; ${left} of ${changes.length} tests are not assigned: ${first.error.message}`,
    {
      hint: `assign them: testctl tests list ${identifier} --assigned-to '' -q | testctl tests assign - --to ${quoteWord(names[0] ?? '')}`,
    },
  )
}
