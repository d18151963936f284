import { type Assignment, callOf, shownTest, type Turn } from './state.ts'
import { change, say, sendOp } from './turn.ts'
import { showTest } from './showing.ts'

/** Assigns the test that is shown to a person, to the tester by `@me`, or to no one. */
export const assign = (turn: Turn, typed: string): Turn => {
  const item = shownTest(turn.state)
  const { me, items, assignments, next } = turn.state
  const to = typed === '@me' || typed === 'me' ? me : typed
  if (!item) return turn
  if (to === undefined) return say(turn, 'The service has not said yet whose key it is: type your name.')
  // Opening may have assigned the test to the tester until it is left; assigning it to oneself keeps it.
  if (to === item.assignedTo && to !== me) return say(turn, `It is ${sayAssignee(to)} already.`)
  const given = change(turn, {
    items: new Map(items).set(item.id, { ...item, assignedTo: to }),
    assignments: [...assignments, { n: next, test: item.id, from: item.assignedTo, to }],
  })
  return say(sendOp(given, item.id, { do: 'assign', to }), to === '' ? 'Unassigned.' : `Assigned to ${to}.`)
}

/** Restores the assignee of a test, unless another person has assigned it since, and shows the test. DECISIONS 419 */
export const undoAssignment = (turn: Turn, { n, test, from, to }: Assignment): Turn => {
  const item = turn.state.items.get(test)
  const { items, assignments } = turn.state
  const undone = change(sendOp(turn, test, { do: 'assign', to: from, over: to }), {
    ...(item && { items: new Map(items).set(test, { ...item, assignedTo: from }) }),
    assignments: assignments.filter((one) => one.n !== n),
  })
  return showTest(say(undone, `Taken back: ${callOf(item)} is ${sayAssignee(from)} again.`), test)
}

/** Names the assignee of a test, for the middle of a sentence. */
export const sayAssignee = (name: string): string => (name === '' ? 'unassigned' : `assigned to ${name}`)
