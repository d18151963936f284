import { batch } from '../../system/async/batch.ts'
import type { Context } from '../../composition/context.ts'
import { NotFoundError } from '../../errors.ts'
import { formatIdentifier, parseIdentifier } from '../../contract/identifiers.ts'
import { readPages } from '../../contract/pagination.ts'
import { isKeyRefused } from '../shared/input/many.ts'
import { getByIdentifier, refer } from '../shared/input/references.ts'
import type { Resource } from '../../output/cells/row.ts'
import { testsOfRun } from '../../contract/pages/tests-of-run.ts'

/** A test that was typed: with its id, and its state `before` if it was read, or with the error if it was not found. */
export type Selected = {
  typed: string
  identifier: string | undefined
  id?: string | undefined
  before?: Resource | undefined
  error?: unknown
}

/** What is known of a test, or the error if it was not found. */
export type KnownTest = Omit<Selected, 'typed'>

/** The tests that were read before `selectTests`, by the word that stands for each. */
export type KnownTests = ReadonlyMap<string, KnownTest>

/**
 * Finds the tests that were typed, in order, with few requests. Looks up a few one by one; of many, looks up one to learn its run,
 * and reads the pages of that run, which have most of the others. Throws a UsageError, before any test is looked up, for a word
 * that cannot be a test. Does not look up `known` tests again. DECISIONS 26
 */
export const selectTests = async (
  context: Context,
  typed: readonly string[],
  known: KnownTests = new Map(),
): Promise<Selected[]> => {
  const wanted = [...new Set(typed)].filter((one) => !known.has(one))
  const references = new Map(
    await Promise.all(wanted.map(async (one) => [one, await refer(context, 'tests', one)] as const)),
  )
  const found = new Map<string, Omit<Selected, 'typed' | 'identifier'>>()
  const unread = () =>
    [...new Set([...references.values()].flatMap(({ identifier }) => identifier ?? []))].filter(
      (one) => !found.has(one),
    )
  for (let before = Infinity; unread().length > few && before - unread().length > few;) {
    before = unread().length
    await readRunOf(context, unread(), found)
  }
  const lookUps = await batch(unread(), (identifier) => getByIdentifier(context, 'tests', identifier), {
    concurrency: 16,
    stop: context.io.stop,
    isFatal: isKeyRefused,
  })
  for (const { item, value } of lookUps.done) found.set(item, { id: String(value['id']), before: value })
  for (const { item, error } of lookUps.failed) found.set(item, { error })
  const ended = lookUps.failed.find(({ error }) => isKeyRefused(error))?.error ?? context.io.stop.reason
  for (const item of lookUps.skipped) found.set(item, { error: ended })
  return typed.map((one) => {
    const before = known.get(one)
    if (before) return { typed: one, ...before }
    const { identifier, id } = references.get(one) ?? {}
    return { typed: one, identifier, ...(id === undefined ? found.get(identifier ?? '') : { id }) }
  })
}

// Up to this many, single lookups cost less than reading a run.
const few = 16

/** Adds the first of these tests to `found`, and every test of its run, unless the run is too large to be worth reading. */
const readRunOf = async (
  context: Context,
  missing: readonly string[],
  found: Map<string, Omit<Selected, 'typed' | 'identifier'>>,
): Promise<void> => {
  const [first = ''] = missing
  const api = await context.api()
  try {
    const { test } = await api.tests.get({ identifier: first, relations: ['test_run'] })
    found.set(first, { id: test.id, before: heldBy(test) })
    const { testRun } = test
    if (!testRun || (testRun.results?.total ?? 0) > missing.length * 100) return
    const listing = readPages(testsOfRun(api, testRun.id))
    const project = parseIdentifier(first)?.project ?? ''
    for await (const row of listing.rows)
      found.set(formatIdentifier({ project, noun: 'tests', displayId: row.displayId }), {
        id: row.id,
        before: heldBy(row),
      })
  } catch (error) {
    // Only this test was not found; the others are still looked up.
    if (!(error instanceof NotFoundError)) throw error
    found.set(first, { error: new NotFoundError(`there is no test ${first}`, { cause: error }) })
  }
}

/** Keeps only what a sentence about a test needs: a run may have very many tests, with long texts. */
const heldBy = ({ name, result, assignedTo }: Resource): Resource => ({ name, result, assignedTo })
