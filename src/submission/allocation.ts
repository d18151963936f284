import { TestctlError } from '../errors.ts'
import type { Outcome } from '../reports/outcome.ts'
import { type Created, createCases } from './cases.ts'
import { match, type Matched, type Matching, type Target, type Unmatched } from './match.ts'
import { mentionsIn } from './mentions.ts'
import type { IntoNewRun, IntoRun, Order } from './order.ts'
import { identifierOf, readCases, readTests, type RunTest } from './reads.ts'
import { addCases, createRun, idsAtOnce, type Run } from './run.ts'
import { stoppedWith } from './verdict.ts'

/**
 * Results, and the tests that they are for; every such test is in the run, which is there.
 * No run where there was nothing to create one of. `errors` are those of cases that could not be created.
 */
export type Allocation = Matching<RunTest> & {
  run: Run | undefined
  created: { run: boolean; cases: number; tests: number }
  /** How many tests the run has. */
  total: number
  errors: unknown[]
}

/** Finds the tests that results are for, and creates what is missing where that was ordered. */
export const allocate = (order: Order): Promise<Allocation> =>
  'run' in order.into ? allocateInRun(order, order.into) : allocateInNewRun(order, order.into)

const allocateInRun = async (order: Order, { run, project }: IntoRun): Promise<Allocation> => {
  const { api, outcomes } = order
  const reading = { project: project.identifier, cases: mentionsCases(outcomes, project.identifier) }
  const tests = await readTests(api, run.id, reading)
  const found = match({
    outcomes,
    targets: tests,
    project: project.identifier,
    rules: order.rules,
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
    return { ...found, run, created: none, total: tests.length, errors: [] }

  const taken = found.matched.flatMap(({ targets }) => targets.map(({ caseId }) => caseId))
  const cases = await findCases(
    { ...order, outcomes: found.unmatched.map(({ outcome }) => outcome) },
    {
      project: { id, identifier },
      all: outcomes,
      taken,
    },
  )
  const present = new Set(tests.map(({ caseId }) => caseId))
  const absent = caseIdsOf(cases.matched).filter((caseId) => !present.has(caseId))
  await addCases(api, run.id, absent)
  const now = absent.length > 0 && !order.rehearsal ? await readTests(api, run.id, reading) : tests
  const placed = placeInTests(cases, now, order.rehearsal)
  return {
    matched: [...found.matched, ...placed.matched],
    unmatched: placed.unmatched,
    run,
    created: { run: false, cases: cases.created, tests: absent.length },
    total: tests.length + absent.length,
    errors: cases.errors,
  }
}

const allocateInNewRun = async (order: Order, { newRun, project }: IntoNewRun): Promise<Allocation> => {
  const { api, outcomes } = order
  const cases = await findCases(order, { project, all: outcomes, taken: [] })
  const caseIds = caseIdsOf(cases.matched)
  const created = { run: caseIds.length > 0, cases: cases.created, tests: caseIds.length }
  const { errors } = cases
  if (caseIds.length === 0)
    return { matched: [], unmatched: cases.unmatched, run: undefined, created, total: 0, errors }
  const run = await createRun(api, { ...newRun, project, caseIds })
  try {
    await addCases(api, run.id, caseIds.slice(idsAtOnce))
    const tests = order.rehearsal ? [] : await readTests(api, run.id, { project: project.identifier, cases: false })
    return { ...placeInTests(cases, tests, order.rehearsal), run, created, total: caseIds.length, errors }
  } catch (error) {
    // With --name again there would be two of it.
    const hint = `the run was created; go on with --run ${identifierOf('runs', project.identifier, run.displayId)[0]}`
    throw error instanceof TestctlError ? Object.assign(error, { hint }) : error
  }
}

type Search = { project: { id: string; identifier: string }; all: readonly Outcome[]; taken: readonly string[] }

/** Finds the cases of a project that results are for, and creates those that are missing where that was ordered. */
const findCases = async (order: Order, { project, all, taken }: Search): Promise<Created> => {
  const found = match({
    outcomes: order.outcomes,
    targets: await readCases(order.api, project),
    project: project.identifier,
    rules: order.rules,
    among: { many: 'cases', where: 'in the project' },
    taken,
  })
  if (order.policy.unmatched !== 'create') return { ...found, created: 0, errors: [] }
  const made = await createCases({ ...order, project, unmatched: found.unmatched, outcomes: all })
  if (order.stop.aborted)
    throw stoppedWith(order.stop, `stopped after ${made.created} cases were created; no result has been set`)
  return { ...made, matched: [...found.matched, ...made.matched] }
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
    identifiers: [],
  },
]

const caseIdsOf = (matched: readonly Matched<Target>[]): string[] => [
  ...new Set(matched.flatMap(({ targets }) => targets.map(({ id }) => id))),
]

const mentionsCases = (outcomes: readonly Outcome[], project: string | undefined): boolean =>
  project !== undefined &&
  outcomes.some(({ name }) => mentionsIn(name, project).some((mention) => /-C\d+$/.test(mention)))
