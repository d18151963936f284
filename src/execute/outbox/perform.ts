import type { ResultName } from '../../contract/vocabulary.ts'
import { holdersOf } from '../holders.ts'
import { answerIfRead } from '../../contract/made-changes.ts'
import { commentTest, uncomment } from './comments.ts'
import { type As, type Means, type Performed, sentOf } from './means.ts'
import type { Op } from './op.ts'
import { readFresh } from './read-fresh.ts'

/** Performs an operation once: a change whose answer was lost is not made again. DECISIONS 146, 147 */
export const perform = (op: Op, means: Means): Promise<Performed> => {
  switch (op.do) {
    case 'open':
      return openTest(op, means)
    case 'decide':
      return decideTest(op, means)
    case 'leave':
      return leaveTest(op, means)
    case 'assign':
      return assignTest(op, means)
    case 'comment':
      return commentTest(op, means)
    case 'uncomment':
      return uncomment(op, means)
  }
}

const openTest = async (op: As<'open'>, means: Means): Promise<Performed> => {
  const fresh = await readFresh(op, means)
  const isOurs = fresh.result === op.before || isOpenedByUs(op, fresh, means)
  means.tell({ ...foundOf(op, fresh), isOurs })
  if (!isOurs) return sentOf(op)
  return take(op, { result: 'inProgress', fresh }, means)
}

/** Whether a test is in progress because of us: an opening whose answer was lost may have been stored. */
const isOpenedByUs = ({ test }: Op, { result, updatedBy }: Fresh, { knowledge }: Means): boolean => {
  const { me, held, maybe } = knowledge
  if (result !== 'inProgress') return false
  if (me !== undefined) return updatedBy === me
  return held.get(test) === 'inProgress' || maybe.get(test)?.has('inProgress') === true
}

const decideTest = async (op: As<'decide'>, means: Means): Promise<Performed> => {
  const fresh = await readFresh(op, means)
  const mayBeSet = (op.takesBack ? isSetByUs : isExpected)(op, fresh, means)
  return mayBeSet
    ? take(op, { result: op.result, fresh }, means)
    : { theirs: { result: fresh.result, by: fresh.updatedBy } }
}

/** Whether a test has the result that was shown, or already the new one, or one that we may have set since. */
const isExpected = (op: As<'decide'>, fresh: Fresh, means: Means): boolean =>
  [op.from, op.result, ...(means.knowledge.maybe.get(op.test) ?? [])].includes(fresh.result) ||
  isOpenedByUs(op, fresh, means)

/** Whether a result may be taken back: it is back already, or we set it. Another person may have set the same one. DECISIONS 314 */
const isSetByUs = ({ test, result }: As<'decide'>, fresh: Fresh, { knowledge: { me, maybe } }: Means): boolean =>
  fresh.result === result || (me === undefined ? maybe.get(test)?.has(fresh.result) === true : fresh.updatedBy === me)

/** Assigns a test. Takes an assignment back only if no one has assigned the test since. DECISIONS 419 */
const assignTest = async (op: As<'assign'>, means: Means): Promise<Performed> => {
  if (op.over !== undefined) {
    const { assignedTo, updatedBy: by } = await readFresh(op, means)
    if (assignedTo !== op.over) {
      if (assignedTo !== op.to) means.tell({ type: 'reassigned', test: op.test, assignedTo, by })
      return sentOf(op)
    }
  }
  const { result } = await update(op, { assignedTo: op.to }, means)
  // A tester who takes a test by name keeps it when leaving it.
  const keeps = op.over === undefined && op.to === means.knowledge.me
  if (keeps) means.knowledge.claimed.delete(op.test)
  return sentOf(op, { result, ...(keeps && { claimed: false }) })
}

type Fresh = { result: ResultName; assignedTo: string; updatedBy: string }

/** Sets a result, and assigns the test if it is unassigned. */
const take = async (
  op: As<'open'> | As<'decide'>,
  { result, fresh }: { result: ResultName; fresh: Fresh },
  means: Means,
): Promise<Performed> => {
  const { knowledge } = means
  const before = knowledge.me
  const claims = op.claim && fresh.assignedTo === ''
  // Taking a decision back also unassigns the test, if it was claimed.
  const frees = op.do === 'decide' && result === 'untested' && knowledge.claimed.has(op.test)
  if (frees && fresh.assignedTo === before) {
    await update(op, { result, assignedTo: '' }, means)
    knowledge.claimed.delete(op.test)
    return sentOf(op, { result, claimed: false })
  }
  const sent = () => sentOf(op, { result, ...(knowledge.claimed.has(op.test) && { claimed: true }) })
  if (fresh.result === result && !claims) {
    knowledge.held.set(op.test, result)
    return sent()
  }
  // Noted before the request, because its answer may be lost.
  if (claims) knowledge.claimed.add(op.test)
  await update(op, { result, ...(claims && before !== undefined && { assignedTo: before }) }, means)
  // Until the first change, the holder of the key is not known.
  if (claims && before === undefined && knowledge.me !== undefined)
    await update(op, { assignedTo: knowledge.me }, means)
  return sent()
}

const leaveTest = async (op: As<'leave'>, means: Means): Promise<Performed> => {
  const { held, maybe, claimed, me } = means.knowledge
  const fresh = await readFresh(op, means)
  const wasOpened = held.get(op.test) === 'inProgress' || maybe.get(op.test)?.has('inProgress') === true
  // Another person opened it, or it changed since.
  if (!wasOpened || !isOpenedByUs(op, fresh, means)) return sentOf(op)
  const isTaken = claimed.has(op.test) && fresh.assignedTo === me
  if (op.before !== 'inProgress' || isTaken)
    await update(op, { result: op.before, ...(isTaken && { assignedTo: '' }) }, means)
  claimed.delete(op.test)
  return sentOf(op, { result: op.before, claimed: false })
}

const update = async (op: Op, fields: { result?: ResultName; assignedTo?: string }, means: Means) => {
  const { api, knowledge, tell, onBegun } = means
  const { test: testId } = op
  onBegun()
  if (fields.result) knowledge.maybe.set(testId, (knowledge.maybe.get(testId) ?? new Set()).add(fields.result))
  const answer = await answerIfRead(api.tests.update({ testId, ...fields }))
  const test = answer ? holdersOf(answer.test) : await readFresh(op, means)
  // Without a readable answer, the test is read again, and another person may have changed it since.
  const isOurs = answer !== undefined || test.result === (fields.result ?? test.result)
  if (fields.result) {
    knowledge.held.set(testId, fields.result)
    knowledge.maybe.delete(testId)
  }
  // The last change was ours, so it names the holder of our key.
  if (isOurs && test.updatedBy !== '' && knowledge.me !== test.updatedBy) {
    knowledge.me = test.updatedBy
    await means.note({ did: 'me', me: test.updatedBy })
    tell({ type: 'me', me: test.updatedBy })
  }
  tell({ ...foundOf(op, test), isOurs })
  return test
}

const foundOf = ({ test }: Op, { result, assignedTo, updatedBy }: Fresh) =>
  ({ type: 'found', test, result, assignedTo, by: updatedBy }) as const
