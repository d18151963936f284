import { setTimeout as sleep } from 'node:timers/promises'
import { NotFoundError, type TestctlError } from '../../errors.ts'
import type { Api } from '../../contract/index.ts'
import type { News } from '../session/news.ts'
import type { ExecutionJournal } from '../journal/index.ts'
import type { Change, Op } from './op.ts'
import { initialKnowledge } from './knowledge.ts'
import type { Performed } from './means.ts'
import { perform } from './perform.ts'
import { createDrains } from './drains.ts'
import { backOff, isAway, isCollision, isRefusal, mostTries } from './failures.ts'
import { watchAnswers } from './lateness.ts'
import { createOutage } from './outage.ts'
import { createOpQueue, draftIn, entriesOf, type Lane, removeFirst } from './queue.ts'

/** Sends decisions in the background while the session goes on; those of one test in their order. */
export type Outbox = {
  /** Takes an operation; resolves when the journal has it. It is sent only then. */
  put: (op: Op) => Promise<void>
  /** Whether a test has operations that wait or are under way. */
  isBusy: (test: string) => boolean
  /** Returns the changes that are not sent. */
  changes: () => readonly Change[]
  /** Returns how many changes are not sent. */
  count: () => number
  /** Waits until all is sent; false if the service cannot be reached, or `stop` ended the wait. */
  drain: () => Promise<boolean>
  /** Starts no more requests, and waits for those in flight. */
  close: () => Promise<void>
}

type Options = {
  api: Api
  /** The id of the run. */
  run: string
  journal: Pick<ExecutionJournal, 'earlier' | 'note'>
  me: string | undefined
  stop: AbortSignal
  onNews: (news: News) => void
  /** Writes a note that the service refuses into a file, and returns its path; undefined if that fails. */
  keepNote: (op: Op & { do: 'comment' }) => string | undefined
  /** Whether the run was deleted; asked when a test is not found. */
  isRunGone: () => Promise<boolean>
  /** Called if nothing more can be sent, because the key is refused. */
  onFatal: (error: unknown) => void
  /** How many milliseconds to wait before the service is asked again. */
  pause?: (failures: number) => number
}

/** Creates an outbox; it first sends what an earlier execution did not send. */
export const createOutbox = ({ pause = backOff, ...options }: Options): Outbox => {
  const { api, run: testRun, journal, me, stop, onNews, keepNote, isRunGone, onFatal } = options
  const knowledge = initialKnowledge(journal.earlier, me)
  const queue = createOpQueue()
  const drains = createDrains()
  const sending = new Set<Promise<void>>()
  // Writes of the journal by the number of the operation, which is sent only after its write.
  const writing = new Map<number, Promise<void>>()
  const outage = createOutage(pause, () => sendAll())
  const lateness = watchAnswers(() => {
    outage.late()
    tellWaiting()
  })
  let isClosed = false

  const isOver = (): boolean => isClosed || stop.aborted
  const tellWaiting = (): void => onNews({ type: 'waiting', count: queue.changes().length, trouble: outage.trouble() })
  const settleDrains = (): void => drains.settle({ isEmpty: queue.isEmpty() && writing.size === 0, isOver: isOver() })

  const sendAll = (): void => {
    if (isOver()) return
    for (const lane of queue.lanes()) {
      // While the service does not answer, one request finds out whether it does again.
      if (outage.isPaused() || sending.size >= (outage.isOn() ? 1 : atOnce)) return
      const [op] = lane.ops
      if (op && !lane.isBusy && !writing.has(op.n)) sendFirst(lane, op)
    }
  }
  const sendFirst = (lane: Lane, op: Op): void => {
    lane.isBusy = true
    if (sending.size === 0) lateness.begin()
    const sent = send(lane, op).finally(() => {
      sending.delete(sent)
      if (sending.size === 0) lateness.end()
      tellWaiting()
      settleDrains()
      sendAll()
    })
    sending.add(sent)
  }
  const send = async (lane: Lane, op: Op): Promise<void> => {
    const attempt = drains.begin()
    const onBegun = (): void => void (lane.isBegun = true)
    try {
      await finish(op, await perform(op, { api, run: testRun, knowledge, note: journal.note, tell: onNews, onBegun }))
      removeFirst(lane)
      outage.over()
      lateness.begin()
    } catch (error) {
      await fail(lane, { op, error, attempt })
    } finally {
      queue.release(lane)
    }
  }
  const finish = async (op: Op, performed: Performed): Promise<void> => {
    if ('sent' in performed) {
      await journal.note({ did: 'sent', ...performed.sent })
      return onNews({ type: 'sent', sent: performed.sent })
    }
    if (op.do === 'decide') onNews({ type: 'conflict', op, theirs: performed.theirs })
  }
  const fail = async (
    lane: Lane,
    { op, error, attempt }: { op: Op; error: unknown; attempt: number },
  ): Promise<void> => {
    if (isOver()) return
    lane.tries += 1
    if (isCollision(error) && lane.tries < mostTries) {
      // Another user changes the same test at this moment: the service works.
      await sleep(pause(1), undefined, { signal: stop }).catch(() => undefined)
    } else if (isAway(error)) outage.fail((error as Error).message, drains.fail(attempt))
    else if (isRefusal(error)) await refuse(lane, op, error)
    else {
      isClosed = true
      onFatal(error)
    }
  }
  const refuse = async (lane: Lane, op: Op, error: TestctlError): Promise<void> => {
    const isGone = error instanceof NotFoundError
    // DECISIONS 316
    if (isGone && (await isRunGone())) onNews({ type: 'runGone' })
    removeFirst(lane)
    const file = op.do === 'comment' ? keepNote(op) : undefined
    // A note that could not be kept in a file stays in the journal.
    if (op.do !== 'comment' || file !== undefined) await journal.note(...draftIn(op, file), { did: 'dropped', n: op.n })
    onNews({ type: 'refused', op, message: error.message, isGone, file })
  }

  // A later execution must not send operations that others have made needless.
  const resumed = journal.earlier.pending.map((op) => queue.add(op, { isBegun: true }))
  void journal.note(...resumed.filter(({ needless }) => needless.length > 0).flatMap(entriesOf))
  stop.addEventListener('abort', settleDrains)
  if (!queue.isEmpty()) setImmediate(sendAll)
  return {
    put: (op) => {
      const added = queue.add(op)
      tellWaiting()
      const written = journal.note(...entriesOf(added)).then(() => {
        writing.delete(op.n)
        settleDrains()
        sendAll()
      })
      writing.set(op.n, written)
      return written
    },
    isBusy: queue.has,
    changes: queue.changes,
    count: () => queue.changes().length,
    drain: () => {
      const drained = drains.wait()
      if (outage.isPaused()) outage.wake()
      settleDrains()
      return drained
    },
    close: async () => {
      isClosed = true
      outage.close()
      lateness.end()
      stop.removeEventListener('abort', settleDrains)
      settleDrains()
      await Promise.all([...sending, ...writing.values()])
    },
  }
}

// A service bears this many requests of one tester at once, beside those of others.
const atOnce = 8
