import { NotFoundError, TestctlError, UnauthorizedError, UnavailableError, UnknownOutcomeError } from '../../errors.ts'
import type { Api } from '../../contract/index.ts'
import type { News } from '../session/news.ts'
import type { ExecutionJournal } from '../journal/index.ts'
import type { Op } from './op.ts'
import { knowledgeOf } from './knowledge.ts'
import { perform, type Performed } from './perform.ts'
import { addOp, type Lane } from './queue.ts'

/** Sends what is decided, each test's in its order, while the keys go on. */
export type Outbox = {
  put: (op: Op) => void
  /** Whether something is to be sent for a test, or under way. */
  isBusy: (test: string) => boolean
  count: () => number
  /** Waits until all is sent; false when the service cannot be reached, or `stop` ended it. */
  drain: () => Promise<boolean>
  /** Begins nothing more, and waits for what is under way. */
  close: () => Promise<void>
}

type Options = {
  api: Api
  journal: Pick<ExecutionJournal, 'earlier' | 'note'>
  me: string | undefined
  stop: AbortSignal
  onNews: (news: News) => void
  /** What nothing more can be sent after: the key is refused. */
  onFatal: (error: unknown) => void
  /** How long to wait before the service is asked again, in milliseconds. */
  pause?: (failures: number) => number
}

/** Somebody who waits until all is sent, and how often it had failed when the wait began. */
type Waiter = { drained: (isSent: boolean) => void; failures: number }

/** Makes it; what an earlier execution did not send is the first that it sends. */
export const createOutbox = ({ api, journal, me, stop, onNews, onFatal, pause = backOff }: Options): Outbox => {
  const knowledge = knowledgeOf(journal.earlier, me)
  const lanes = new Map<string, Lane>()
  const working = new Set<Promise<void>>()
  // What is not in the journal yet is not sent.
  const writing = new Set<Promise<void>>()
  const unwritten = new Set<number>()
  let waiters: readonly Waiter[] = []
  let failures = 0
  let trouble: string | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const count = (): number => [...lanes.values()].reduce((sum, { ops }) => sum + ops.filter(isTold).length, 0)
  const isOver = (): boolean => isClosed || stop.aborted
  const tell = (): void => onNews({ type: 'waiting', count: count(), trouble })

  const settleWaiters = (): void => {
    const isEmpty = lanes.size === 0 && writing.size === 0
    const mayGo = (waiter: Waiter): boolean => isEmpty || isOver() || failures > waiter.failures
    const going = waiters.filter(mayGo)
    waiters = waiters.filter((waiter) => !mayGo(waiter))
    for (const { drained } of going) drained(isEmpty)
  }
  const run = (): void => {
    if (isOver()) return
    for (const lane of lanes.values()) {
      // While the service does not answer, one request finds out whether it does again.
      if (timer || working.size >= (failures > 0 ? 1 : atOnce)) return
      if (lane.isBusy || unwritten.has(lane.ops[0]?.n ?? 0)) continue
      lane.isBusy = true
      const work = workOn(lane).finally(() => {
        working.delete(work)
        tell()
        settleWaiters()
        run()
      })
      working.add(work)
    }
  }
  const workOn = async (lane: Lane): Promise<void> => {
    const [op] = lane.ops
    try {
      if (!op) return
      await finish(op, await perform(op, { api, knowledge, note: journal.note, tell: onNews }))
      lane.ops.shift()
      lane.tries = 0
      failures = 0
      trouble = undefined
    } catch (error) {
      await fail(lane, error)
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
    await journal.note({ did: 'dropped', n: op.n })
    if (op.do === 'decide') onNews({ type: 'conflict', op, theirs: performed.theirs })
  }
  const fail = async (lane: Lane, error: unknown): Promise<void> => {
    if (isOver()) return
    lane.tries += 1
    if (mayPass(error, lane.tries)) {
      // Several that were under way tell of one trouble.
      if (timer) return
      failures += 1
      trouble = sayTrouble(error)
      timer = setTimeout(wake, pause(failures))
      return
    }
    if (!(error instanceof TestctlError) || error instanceof UnauthorizedError) {
      isClosed = true
      return onFatal(error)
    }
    const op = lane.ops.shift()
    lane.tries = 0
    if (!op) return
    await journal.note({ did: 'dropped', n: op.n })
    onNews({ type: 'refused', op, message: error.message, isGone: error instanceof NotFoundError })
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

  for (const op of journal.earlier.pending) enqueue(op)
  stop.addEventListener('abort', settleWaiters)
  if (lanes.size > 0) setImmediate(run)
  return {
    put: (op) => {
      const needless = enqueue(op)
      tell()
      const entries = needless.map((n) => ({ did: 'dropped', n }) as const)
      unwritten.add(op.n)
      const written = journal.note({ did: 'intend', op }, ...entries).then(() => {
        writing.delete(written)
        unwritten.delete(op.n)
        settleWaiters()
        run()
      })
      writing.add(written)
    },
    isBusy: (test) => lanes.has(test),
    count,
    drain: () =>
      new Promise((drained) => {
        waiters = [...waiters, { drained, failures }]
        if (timer) wake()
        settleWaiters()
      }),
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      stop.removeEventListener('abort', settleWaiters)
      settleWaiters()
      await Promise.all([...working, ...writing])
    },
  }
}

// As many requests as a tester's service bears beside others.
const atOnce = 8

/** Milliseconds from one attempt to the next: one, two, five seconds, then ten. */
const backOff = (failures: number): number => [1000, 2000, 5000][failures - 1] ?? 10_000

/** Whether it may go well later: the service is away, or something else changes the same now. */
const mayPass = (error: unknown, tries: number): boolean =>
  error instanceof UnavailableError ||
  error instanceof UnknownOutcomeError ||
  (error instanceof TestctlError && (error.status === 429 || (error.status === 409 && tries < 5)))

const sayTrouble = (error: unknown): string => `the service does not answer (${(error as Error).message})`

// Opening and leaving are no results of anybody.
const isTold = (op: Op): boolean => op.do !== 'open' && op.do !== 'leave'
