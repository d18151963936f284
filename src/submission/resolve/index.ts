import { mayBeThere, NotFoundError, TestctlError } from '../../errors.ts'
import { addMissing, addRest, passOver } from './add-cases.ts'
import { nameDeletedCases } from './deleted-cases.ts'
import { findCases, inReadingOrder } from './find-cases.ts'
import { match } from '../match/index.ts'
import { type Matching } from '../match/model.ts'
import type { IntoNewRun, IntoRun, SubmissionOptions } from '../options.ts'
import { caseIdsOf, placeInTests } from './place-in-tests.ts'
import { identifierOf, readTests, type ReadOptions, type RunTest } from '../../runs/read.ts'
import { readyRun, type Run } from '../run/index.ts'
import type { Outcome } from '../../reports/outcome.ts'
import { anew } from '../run/run-gone.ts'
import { wantsComment } from '../apply/comment-text.ts'
import { idsIn } from '../match/id-scan.ts'
import { withCreated } from './with-created.ts'

/**
 * The results with their tests, all of which the run has. `run` is undefined if it would have no tests. `errors`
 * are those of cases that could not be created.
 */
export type Resolution = Matching<RunTest> & {
  run: Run | undefined
  created: { run: boolean; cases: number; tests: number }
  /** The tests that the run has; in a dry run without those that would be added. */
  tests: RunTest[]
  errors: unknown[]
}

/** Finds the tests of results, and creates missing ones if asked to. */
export const resolveTargets = (order: SubmissionOptions): Promise<Resolution> =>
  'run' in order.into ? allocateInRun(order, order.into) : allocateInNewRun(order, order.into)

const allocateInRun = async (order: SubmissionOptions, { run, project }: IntoRun): Promise<Resolution> => {
  const { api, outcomes } = order
  await order.journal.note({ did: 'chosenRun', ...run }).catch((error: unknown) => {
    throw withCreated(error, order, { cases: 0 })
  })
  const reading = readingFor(order, project.identifier)
  const tests = await readTests(api, run.id, reading)
  const found = match({
    outcomes,
    targets: tests,
    project: project.identifier,
    rules: order.rules,
    mask: order.mask,
    // Results that get new cases need no similar targets.
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
  const rest = { ...order, outcomes: found.unmatched.map(({ outcome }) => outcome) }
  const cases = await findCases(rest, { project: { id, identifier }, all: outcomes, taken })
  const added = await nameDeletedCases(cases.matched, () =>
    addMissing(order, { run, caseIds: caseIdsOf(cases.matched), tests, reading }),
  ).catch((error: unknown) => {
    const hint = error instanceof NotFoundError ? anew : undefined
    throw withCreated(error, order, { cases: cases.created.length, errors: cases.errors, hint })
  })
  const placed = placeInTests(cases, added.tests, order.dryRun)
  return {
    matched: inReadingOrder(outcomes, [...found.matched, ...placed.matched]),
    unmatched: placed.unmatched,
    run,
    created: { run: false, cases: cases.created.length, tests: added.count },
    tests: added.tests,
    errors: cases.errors,
  }
}

const allocateInNewRun = async (order: SubmissionOptions, { newRun, project }: IntoNewRun): Promise<Resolution> => {
  const { api } = order
  const cases = await findCases(order, { project, all: order.outcomes, taken: [] })
  const caseIds = caseIdsOf(cases.matched)
  const { errors } = cases
  if (caseIds.length === 0) {
    const created = { run: false, cases: cases.created.length, tests: 0 }
    return { matched: [], unmatched: cases.unmatched, run: undefined, created, tests: [], errors }
  }
  const run = await nameDeletedCases(cases.matched, () =>
    readyRun(api, newRun, { project, journal: order.journal, caseIds }),
  ).catch((error: unknown) => {
    throw withCreated(error, order, { cases: cases.created.length, errors, missing: 'the run was not' })
  })
  try {
    const { remarks = false, ...usual } = readingFor(order, project.identifier)
    // Results were matched with cases already. Only comments may be needed, if other submissions may have written some by now.
    const reading = { ...usual, cases: false, remarks: remarks && !run.madeWith }
    const read = () => readTests(api, run.id, reading)
    const unread = order.dryRun && run.created
    if (!unread) await nameDeletedCases(cases.matched, () => addRest(api, run, caseIds))
    const held = unread ? [] : await read()
    const isNew = run.created && !unread
    const before = isNew ? await passOver(order, { run, tests: held, added: new Set(caseIds), read }) : held
    const { tests, count } = await nameDeletedCases(cases.matched, () =>
      addMissing(order, { run, caseIds, tests: before, reading }),
    )
    // Does not count the tests that other submissions added to the run meanwhile.
    const first = unread ? 0 : run.madeWith ? caseIds.length : (run.held ?? 0)
    const created = { run: run.created, cases: cases.created.length, tests: first + count }
    return { ...placeInTests(cases, tests, order.dryRun), run, created, tests, errors }
  } catch (error) {
    const isThere = run.created && !(error instanceof NotFoundError)
    const [named] = identifierOf('runs', project.identifier, run.displayId)
    const made = { cases: cases.created.length, errors, run: isThere ? named : undefined }
    const told = made.cases > 0 || errors.some(mayBeThere) ? withCreated(error, order, made) : error
    // The same command with --name would create a second run, unless this one was deleted meanwhile.
    const hint = `the run was created; ${order.howToFinish?.(named) ?? `go on with --run ${named}`}`
    throw isThere && told instanceof TestctlError ? Object.assign(told, { hint }) : told
  }
}

/** Returns what to read of a run's tests: their cases only if a result may name one, comments only if some may have to give way. */
const readingFor = (order: SubmissionOptions, project: string | undefined): ReadOptions => ({
  project,
  cases: project !== undefined && mentionsCases(order, project),
  remarks: wantsComment(order.outcomes, order.policy),
  progress: order.progress,
})
const mentionsCases = ({ outcomes, rules }: SubmissionOptions, project: string): boolean =>
  rules.mapping.size > 0 || rules.patterns.length > 0 || outcomes.some((outcome) => namesCase(outcome, project))
const namesCase = ({ name, properties }: Outcome, project: string): boolean =>
  [name, ...properties.map(({ value }) => value)].some((text) =>
    idsIn(text, project).some((mention) => /-C\d+$/.test(mention)),
  )
