import type { Op, Sent, Theirs } from '../outbox/op.ts'
import { callOf, type Item, type Turn } from './state.ts'
import { sayAssignee } from './assigning.ts'
import { sayResult } from './result-words.ts'
import { change, say } from './turn.ts'
import { followConflict, noteConflict } from './conflicts.ts'
import { onRefused, type Refusal } from './refusals.ts'

/** News from the service. None of it changes the test that a key applies to. DECISIONS 144 */
export type News =
  | { type: 'waiting'; count: number; trouble: string | undefined }
  | { type: 'me'; me: string }
  /** The state of a test, read before or after an operation was sent. */
  | { type: 'found'; test: string; result: Item['result']; assignedTo: string; by: string; isOurs: boolean }
  /** Another person has assigned the test since, so an assignment was not taken back. */
  | { type: 'reassigned'; test: string; assignedTo: string; by: string }
  | { type: 'conflict'; op: Op & { do: 'decide' }; theirs: Theirs }
  | Refusal
  | { type: 'runGone' }
  | { type: 'sent'; sent: Sent }
  /** The tests of the run, read again, without those that have operations under way. */
  | { type: 'read'; items: readonly Item[] }

/** Applies news to a session. */
export const onNews = (turn: Turn, news: News): Turn => {
  switch (news.type) {
    case 'waiting':
      return onWaiting(turn, news)
    case 'me':
      return change(turn, { me: news.me })
    case 'found':
      return onFound(turn, news)
    case 'reassigned':
      return onReassigned(turn, news)
    case 'conflict':
      return noteConflict(turn, news)
    case 'refused':
      return onRefused(turn, news)
    case 'runGone':
      return onRunGone(turn)
    case 'read':
      return onRead(turn, news.items)
    case 'sent':
      return turn
  }
}

const onWaiting = (turn: Turn, { count, trouble }: Extract<News, { type: 'waiting' }>): Turn => {
  const before = turn.state.trouble
  const known = change(turn, { waiting: count, trouble })
  // After `q` no key has an effect; the board says how to end the wait.
  const next = known.state.mode.at === 'over' ? '' : ' You can go on.'
  if (trouble !== undefined && before === undefined)
    return say(known, `${trouble}${count > 0 ? `: ${count} waiting` : ''}.${next}`, { tone: 'error' })
  return trouble === undefined && before !== undefined ? say(known, 'The service answers again.') : known
}

const onFound = (turn: Turn, found: Extract<News, { type: 'found' }>): Turn => {
  const item = turn.state.items.get(found.test)
  if (!item) return turn
  const { assignedTo, by, result, isOurs } = found
  const known = change(turn, { items: new Map(turn.state.items).set(item.id, { ...item, assignedTo, updatedBy: by }) })
  return isOurs ? known : tellTheirs(followConflict(known, item.id, { result, by }), item, { result, by })
}

const onReassigned = (turn: Turn, { test, assignedTo, by }: Extract<News, { type: 'reassigned' }>): Turn => {
  const item = turn.state.items.get(test)
  if (!item) return turn
  const known = change(turn, { items: new Map(turn.state.items).set(test, { ...item, assignedTo }) })
  const text = `${by || 'Someone'} changed ${callOf(item)} meanwhile: it stays ${sayAssignee(assignedTo)}.`
  return say(known, text, { tone: 'error' })
}

/** Marks the run and all its tests as deleted, and says so once, not for each test. DECISIONS 316 */
const onRunGone = (turn: Turn): Turn => {
  const { isRunGone, run, items } = turn.state
  if (isRunGone) return turn
  const gone = new Map([...items].map(([id, item]) => [id, { ...item, isGone: true }]))
  const text = `The run ${run.identifier ?? run.name} was deleted: nothing more is stored. Press q to quit.`
  return say(change(turn, { isRunGone: true, items: gone, open: undefined }), text, { tone: 'error' })
}

/** Takes over the tests as they were read. It copies the tests once, since a run may have many. */
const onRead = (turn: Turn, items: readonly Item[]): Turn => {
  const { at, conflicts } = turn.state
  const fresh = new Map(items.map((item) => [item.id, item]))
  const shown = at === undefined ? undefined : fresh.get(at)
  const followed = conflicts.reduce((before, { op: { test } }) => {
    const item = fresh.get(test)
    return item ? followConflict(before, test, { result: item.result, by: item.updatedBy }) : before
  }, turn)
  const known = new Map(turn.state.items)
  for (const item of items) if (item !== shown) known.set(item.id, item)
  const read = change(followed, { items: known })
  return shown ? onShownRead(read, shown) : read
}

const onShownRead = (turn: Turn, { id, result, assignedTo, updatedBy }: Item): Turn => {
  const { items, open } = turn.state
  const item = items.get(id)
  if (!item) return turn
  const isOpened = open?.test === id && result === 'inProgress'
  const known = change(turn, { items: new Map(items).set(id, { ...item, assignedTo, updatedBy }) })
  return isOpened || result === item.result ? known : tellTheirs(known, item, { result, by: updatedBy })
}

/** Reports another person's result. In the test that is shown, the old one stays, so that a key pressed now is asked about. */
const tellTheirs = (turn: Turn, item: Item, { result, by }: Theirs): Turn =>
  turn.state.at === item.id
    ? say(turn, `${by || 'Someone'} set ${item.identifier} to ${sayResult(result)} meanwhile.`, { tone: 'error' })
    : change(turn, { items: new Map(turn.state.items).set(item.id, { ...item, result, updatedBy: by }) })
