import { TestctlError, UnknownOutcomeError } from '../errors.ts'
import type { Outcome } from '../reports/outcome.ts'
import { type Created, createCases } from './cases.ts'
import { match, type Matched, type Matching, type Target, type Unmatched } from './match.ts'
import { mentionsIn } from './mentions.ts'
import type { IntoNewRun, IntoRun, Order } from './order.ts'
import { identifierOf, readCases, readTests, type RunTest } from './reads.ts'
import { addCases, readyRun, type Run } from './run.ts'
import { readSettled } from './settled.ts'
import { wantsRemark } from './remark.ts'
import { stoppedWith } from './verdict.ts'

/**
 * Results, and the tests that they are for; every such test is in the run, which is there.
 * No run where there was nothing to create one of. `errors` are those of cases that could not be created.
 */
export type Allocation = Matching<RunTest> & {
  run: Run | undefined
  created: { run: boolean; cases: number; tests: number }
  /** The tests that the run has; in a rehearsal without those that would be added. */
  tests: RunTest[]
  errors: unknown[]
}

/** Finds the tests that results are for, and creates what is missing where that was ordered. */
export const allocate = (order: Order): Promise<Allocation> =>
  'run' in order.into ? allocateInRun(order, order.into) : allocateInNewRun(order, order.into)

const allocateInRun = async (order: Order, { run, project }: IntoRun): Promise<Allocation> => {
  const { api, outcomes } = order
  await order.journal.note({ did: 'chosenRun', ...run })
  const reading = { project: project.identifier, cases: mentionsCases(order, project.identifier) }
  const tests = await readTests(api, run.id, { ...reading, remarks: wantsRemarks(order) })
  const found = match({
    outcomes,
    targets: tests,
    project: project.identifier,
    rules: order.rules,
    // What cases are created for needs nothing that is near.
    nearest: order.policy.unmatched !== 'create',
    among: { many: 'tests', where: 'in the run' },
  })
  const none = { run: false, cases: 0, tests: 0 }
  const { id, identifier } = project
  if (
    order.policy.unmatched !== 'create' ||
    found.unmatched.length === 0 ||
    id === undefined ||
    identifier === undefined
  )
    return { ...found, run, created: none, tests, errors: [] }

  const taken = found.matched.flatMap(({ targets }) => targets.map(({ caseId }) => caseId))
  const cases = await findCases(
    { ...order, outcomes: found.unmatched.map(({ outcome }) => outcome) },
    {
      project: { id, identifier },
      all: outcomes,
      taken,
    },
  )
  const added = await addMissing(order, { run, caseIds: caseIdsOf(cases.matched), tests, reading })
  const placed = placeInTests(cases, added.tests, order.rehearsal)
  return {
    matched: inReadingOrder(outcomes, [...found.matched, ...placed.matched]),
    unmatched: placed.unmatched,
    run,
    created: { run: false, cases: cases.created, tests: added.count },
    tests: added.tests,
    errors: cases.errors,
  }
}

/** Which of several results is the last, the reports say. */
const inReadingOrder = <T>(outcomes: readonly Outcome[], matched: readonly Matched<T>[]): Matched<T>[] => {
  const place = new Map(outcomes.map((outcome, at) => [outcome, at]))
  return matched.toSorted((one, other) => (place.get(one.outcome) ?? 0) - (place.get(other.outcome) ?? 0))
}

const allocateInNewRun = async (order: Order, { newRun, project }: IntoNewRun): Promise<Allocation> => {
  const { api } = order
  const cases = await findCases(order, { project, all: order.outcomes, taken: [] })
  const caseIds = caseIdsOf(cases.matched)
  const { errors } = cases
  if (caseIds.length === 0) {
    const created = { run: false, cases: cases.created, tests: 0 }
    return { matched: [], unmatched: cases.unmatched, run: undefined, created, tests: [], errors }
  }
  const run = await readyRun(api, newRun, { project, journal: order.journal, caseIds })
  try {
    const reading = { project: project.identifier }
    const unread = order.rehearsal && run.created
    const before = unread ? [] : await readTests(api, run.id, { ...reading, remarks: wantsRemarks(order) })
    const { tests, count } = await addMissing(order, { run, caseIds, tests: before, reading })
    const created = {
      run: run.created,
      cases: cases.created,
      tests: order.rehearsal || !run.created ? count : tests.length,
    }
    return { ...placeInTests(cases, tests, order.rehearsal), run, created, tests, errors }
  } catch (error) {
    // With --name again there would be two of it.
    const hint = `the run was created; go on with --run ${identifierOf('runs', project.identifier, run.displayId)[0]}`
    throw run.created && error instanceof TestctlError ? Object.assign(error, { hint }) : error
  }
}

/** Sees to it that the run has a test for each of the cases; the tests that it has then. */
const addMissing = async (
  { api, rehearsal }: Order,
  { run, caseIds, tests, reading }: { run: Run; caseIds: readonly string[]; tests: RunTest[]; reading: Reading },
): Promise<{ tests: RunTest[]; count: number }> => {
  const present = new Set(tests.map(({ caseId }) => caseId))
  const absent = caseIds.filter((caseId) => !present.has(caseId))
  if (absent.length === 0) return { tests, count: 0 }
  // Where no answer came, the tests themselves tell whether it was done.
  const unknown = await addCases(api, run.id, absent).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof UnknownOutcomeError) return error
      throw error
    },
  )
  if (rehearsal) return { tests, count: absent.length }
  const known = new Map(tests.map((test) => [test.id, test]))
  const now = (await readTests(api, run.id, reading)).map((test) => known.get(test.id) ?? test)
  const there = new Set(now.map(({ caseId }) => caseId))
  if (unknown && absent.some((caseId) => !there.has(caseId))) throw unknown
  return { tests: now, count: absent.length }
}

type Reading = Parameters<typeof readTests>[2]

type Search = { project: { id: string; identifier: string }; all: readonly Outcome[]; taken: readonly string[] }

/** Finds the cases of a project that results are for, and creates those that are missing where that was ordered. */
const findCases = async (order: Order, { project, all, taken }: Search): Promise<Created> => {
  const read = () => readCases(order.api, project)
  const found = match({
    outcomes: order.outcomes,
    targets: order.shards ? await readSettled(read, order) : await read(),
    project: project.identifier,
    rules: order.rules,
    nearest: order.policy.unmatched !== 'create',
    among: { many: 'cases', where: 'in the project' },
    taken,
  })
  if (order.policy.unmatched !== 'create') return { ...found, created: 0, errors: [] }
  const made = await createCases({
    ...order,
    project,
    unmatched: found.unmatched,
    outcomes: all,
    // What an earlier try sent may arrive late, and shards send at the same time.
    settle: order.shards || order.ours ? read : undefined,
    wholeNames: order.shards,
  })
  const identifiers = made.matched.flatMap(({ targets }) => targets.flatMap((target) => target.identifiers))
  if (made.created > 0) await order.journal.note({ did: 'createdCases', identifiers: [...new Set(identifiers)] })
  if (order.stop.aborted)
    throw stoppedWith(order.stop, `stopped after ${made.created} cases were created; no result has been set`)
  return { ...made, matched: inReadingOrder(all, [...found.matched, ...made.matched]) }
}

/** The tests of the cases; in a rehearsal, those that would be made of them. */
const placeInTests = (
  { matched, unmatched }: Matching<Target>,
  tests: readonly RunTest[],
  rehearsal: boolean,
): Matching<RunTest> => {
  const ofCase = new Map<string, RunTest[]>()
  for (const test of tests) ofCase.set(test.caseId, [...(ofCase.get(test.caseId) ?? []), test])
  const placed: Matched<RunTest>[] = []
  const lost: Unmatched[] = []
  for (const { targets, ...one } of matched) {
    const found = targets.flatMap((target) => ofCase.get(target.id) ?? (rehearsal ? imagine(target) : []))
    if (found.length > 0) placed.push({ ...one, targets: found })
    else
      lost.push({
        outcome: one.outcome,
        reason: 'its case has no test in the run',
        creatable: false,
        bareIsFree: false,
      })
  }
  return { matched: placed, unmatched: [...unmatched, ...lost] }
}

const imagine = ({ id, name }: Target): RunTest[] => [
  {
    id: `<new-test-of-${id.replace(/[<>]/g, '')}>`,
    name,
    caseId: id,
    displayId: 0,
    result: 'untested',
    updatedAt: undefined,
    remarks: [],
    identifiers: [],
  },
]

const caseIdsOf = (matched: readonly Matched<Target>[]): string[] => [
  ...new Set(matched.flatMap(({ targets }) => targets.map(({ id }) => id))),
]

// The case of each test is read only where a result may name one, the comments only where some may have to give way.
const mentionsCases = ({ outcomes, rules }: Order, project: string | undefined): boolean =>
  project !== undefined &&
  (rules.mapping.size > 0 || rules.patterns.length > 0 || outcomes.some((outcome) => namesCase(outcome, project)))

const namesCase = ({ name, properties }: Outcome, project: string): boolean =>
  [name, ...properties.map(({ value }) => value)].some((text) =>
    mentionsIn(text, project).some((mention) => /-C\d+$/.test(mention)),
  )

const wantsRemarks = ({ outcomes, policy }: Order): boolean =>
  outcomes.some((outcome) => wantsRemark({ outcomes: [outcome] }, policy))
