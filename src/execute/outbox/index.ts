import { setTimeout as rest } from 'node:timers/promises'
import { NotFoundError, TestctlError, UnauthorizedError } from '../../errors.ts'
import type { Api } from '../../contract/index.ts'
import type { News } from '../session/news.ts'
import type { ExecutionJournal } from '../journal/index.ts'
import { isChange, type Op } from './op.ts'
import { knowledgeOf } from './knowledge.ts'
import { perform, type Performed } from './perform.ts'
import { createDrains } from './drains.ts'
import { backOff, isAway, isCollision, mostTries } from './failures.ts'
import { watchAnswers } from './lateness.ts'
import { addOp, draftIn, droppedOf, type Lane } from './queue.ts'

/** Sends decisions in the background while the session goes on; those of one test in their order. */
export type Outbox = {
  /** Takes an operation; ends when the journal has it. It is sent only then. */
  put: (op: Op) => Promise<void>
  /** Whether something is to be sent for a test, or under way. */
  isBusy: (test: string) => boolean
  count: () => number
  /** Waits until all is sent; false when the service cannot be reached, or `stop` ended it. */
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
  /** Keeps a note that the service refuses, and gives back its file; undefined where it cannot be kept. */
  keepNote: (op: Op & { do: 'comment' }) => string | undefined
  /** Whether the run was deleted, asked where a test is not there. */
  isRunGone: () => Promise<boolean>
  /** What nothing more can be sent after: the key is refused. */
  onFatal: (error: unknown) => void
  /** How long to wait before the service is asked again, in milliseconds. */
  pause?: (failures: number) => number
}

/** Makes it; what an earlier execution did not send is the first that it sends. */
export const createOutbox = ({ pause = backOff, ...options }: Options): Outbox => {
  const { api, run: testRun, journal, me, stop, onNews, keepNote, isRunGone, onFatal } = options
  const knowledge = knowledgeOf(journal.earlier, me)
  const lanes = new Map<string, Lane>()
  const working = new Set<Promise<void>>()
  // What is not in the journal yet is not sent.
  const writing = new Set<Promise<void>>()
  const unwritten = new Set<number>()
  const drains = createDrains()
  let failures = 0
  let trouble: string | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const lateness = watchAnswers(() => {
    trouble ??= 'The service has not answered for a while'
    tell()
  })

  const count = (): number => [...lanes.values()].reduce((sum, { ops }) => sum + ops.filter(isChange).length, 0)
  const isOver = (): boolean => isClosed || stop.aborted
  const tell = (): void => onNews({ type: 'waiting', count: count(), trouble })

  const settle = (): void => drains.settle({ isEmpty: lanes.size === 0 && writing.size === 0, isOver: isOver() })
  const run = (): void => {
    if (isOver()) return
    for (const lane of lanes.values()) {
      // While the service does not answer, one request finds out whether it does again.
      if (timer || working.size >= (failures > 0 ? 1 : atOnce)) return
      if (lane.isBusy || unwritten.has(lane.ops[0]?.n ?? 0)) continue
      lane.isBusy = true
      if (working.size === 0) lateness.begin()
      const work = workOn(lane).finally(() => {
        working.delete(work)
        if (working.size === 0) lateness.end()
        tell()
        settle()
        run()
      })
      working.add(work)
    }
  }
  const workOn = async (lane: Lane): Promise<void> => {
    const [op] = lane.ops
    const attempt = drains.begin()
    try {
      if (!op) return
      await finish(op, await perform(op, { api, run: testRun, knowledge, note: journal.note, tell: onNews }))
      lane.ops.shift()
      lane.tries = 0
      failures = 0
      trouble = undefined
      lateness.begin()
    } catch (error) {
      await fail(lane, error, attempt)
    } finally {
      lane.isBusy = false
      if (lane.ops.length === 0) lanes.delete(lane.test)
    }
  }
  const finish = async (op: Op, performed: Performed): Promise<void> => {
    if ('sent' in performed) {
      await journal.note({ did: 'sent', ...performed.sent })
      return onNews({ type: 'sent', sent: performed.sent })
    }
    if (op.do === 'decide') onNews({ type: 'conflict', op, theirs: performed.theirs })
  }
  const fail = async (lane: Lane, error: unknown, attempt: number): Promise<void> => {
    if (isOver()) return
    lane.tries += 1
    if (isCollision(error) && lane.tries < mostTries) {
      // Something else changes the same test now: that is no trouble of the service.
      await rest(pause(1), undefined, { signal: stop }).catch(() => undefined)
      return
    }
    if (isAway(error)) {
      const isUrgent = drains.fail(attempt)
      // Several that were under way tell of one trouble.
      if (timer) return
      failures += 1
      trouble = `The service does not answer (${(error as Error).message})`
      timer = setTimeout(wake, isUrgent ? 0 : pause(failures))
      return
    }
    if (!(error instanceof TestctlError) || error instanceof UnauthorizedError) {
      isClosed = true
      return onFatal(error)
    }
    // DECISIONS 316
    if (error instanceof NotFoundError && (await isRunGone())) onNews({ type: 'runGone' })
    const op = lane.ops.shift()
    lane.tries = 0
    if (!op) return
    const file = op.do === 'comment' ? keepNote(op) : undefined
    // A note that is nowhere else stays in the journal.
    if (op.do !== 'comment' || file !== undefined) await journal.note(...draftIn(op, file), { did: 'dropped', n: op.n })
    onNews({ type: 'refused', op, message: error.message, isGone: error instanceof NotFoundError, file })
  }
  const wake = (): void => {
    clearTimeout(timer)
    timer = undefined
    run()
  }
  const enqueue = (op: Op): readonly number[] => {
    const lane = lanes.get(op.test) ?? { test: op.test, ops: [], isBusy: false, tries: 0 }
    lanes.set(op.test, lane)
    const needless = addOp(lane, op)
    if (lane.ops.length === 0) lanes.delete(op.test)
    return needless
  }

  // What is needless beside the rest must not be sent by a later execution either.
  void journal.note(...droppedOf(journal.earlier.pending.flatMap(enqueue)))
  stop.addEventListener('abort', settle)
  if (lanes.size > 0) setImmediate(run)
  return {
    put: (op) => {
      const entries = droppedOf(enqueue(op))
      tell()
      unwritten.add(op.n)
      const written = journal.note({ did: 'intend', op }, ...entries).then(() => {
        writing.delete(written)
        unwritten.delete(op.n)
        settle()
        run()
      })
      writing.add(written)
      return written
    },
    isBusy: (test) => lanes.has(test),
    count,
    drain: () => {
      const drained = drains.wait()
      if (timer) wake()
      settle()
      return drained
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      lateness.end()
      stop.removeEventListener('abort', settle)
      settle()
      await Promise.all([...working, ...writing])
    },
  }
}

// As many requests as a tester's service bears beside others.
const atOnce = 8
