import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../engine.ts'
import { createGroupCommit } from '../group-commit.ts'
import type { PostgresDatabase } from '../postgres/address.ts'
import { createConnection } from '../postgres/connection.ts'
import { explainPostgresError } from '../postgres/errors.ts'
import { createKnownStore } from '../postgres/known-store.ts'
import {
  BehindError,
  type LogPosition,
  type Readable,
  type StandbyAnswer,
  StandbyError,
  unfitness,
  standbyStateQuery,
} from './position.ts'
import type { Driver } from '../postgres/session.ts'
import { createReadConnection, readOnly } from '../postgres/read-transactions.ts'

/** A standby, and whether reads go there: `problem` says why they do not. */
export type Standby = Readable & {
  label: string
  problem: () => StandbyError | undefined
  /** Checks whether it can be read from, and resolves when `problem` has the result. */
  look: () => Promise<void>
  close: () => Promise<void>
}

/** The store that a standby must hold: its identity, and where the log of its primary ends. */
type Primary = { identity: string; readPosition: () => Promise<LogPosition> }

/**
 * Creates one standby of a store. A read there sees every write that was answered before it began: the standby must have applied the
 * log up to the position of the primary. A read throws a StandbyError if the primary can serve it instead, and errors of the primary
 * unchanged. A standby that cannot begin a read gets none until a later check succeeds. DECISIONS 238, 239
 */
export const createStandby = (
  driver: Driver,
  base: PostgresDatabase,
  { readPosition, identity, onChange }: Primary & { onChange: (problem?: StandbyError) => void },
): Standby => {
  let problem: StandbyError | undefined = new StandbyError('it has not been checked yet')
  let pause = firstPause
  let looking: Promise<void> | undefined
  let isTried = false
  let usedSince = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const use = (): void => {
    if (!problem || isClosed) return
    problem = undefined
    usedSince = performance.now()
    onChange()
  }

  const leave = (found: StandbyError): void => {
    const isNews = problem?.message !== found.message
    // A standby that fails repeatedly is checked less often.
    if (!problem && performance.now() - usedSince > longestPause) pause = firstPause
    problem = found
    lookLater()
    if (isNews) onChange(found)
  }

  const lookLater = (): void => {
    if (isClosed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      void look()
    }, pause).unref()
    pause = Math.min(pause * 2, longestPause)
  }

  const createReader = (): Connection => {
    const connection = createConnection(driver, base, { timeoutMs: patience, answerMs, known: createKnownStore() })
    const begin = async (): Promise<void> => {
      if (!problem) return beginRead()
      // During a check, one read at a time tries the standby. All others go to the primary at once, also those queued before it failed.
      if (!looking || isTried) throw problem
      isTried = true
      await beginRead().finally(() => (isTried = false))
    }
    const beginRead = async (): Promise<void> => {
      const position = await readPosition()
      await connection.connect()
      for (let wait = 1; ; wait *= 2) {
        const { rows } = await connection.beginAfter(standbyStateQuery, readOnly, questionMs)
        const unfit = unfitness(rows[0] as StandbyAnswer, { ...position, identity })
        if (!unfit) return
        await connection.send('rollback')
        if (!(unfit instanceof BehindError) || wait > longestWait) throw unfit
        await sleep(wait)
      }
    }
    const explain = (error: unknown): unknown => {
      const explained = explainPostgresError(error, base)
      return explained === error ? error : new StandbyError('it cannot be used', { cause: explained })
    }
    return {
      ...createReadConnection(connection, base, {
        begin: () =>
          begin().catch((error: unknown) => {
            const explained = explain(error)
            if (explained instanceof StandbyError) leave(explained)
            throw explained
          }),
      }),
      // Never retried here: the primary serves the read instead, also if replaying the log has cancelled a query (40001).
      isTransient: () => false,
      explain,
    }
  }
  const group = createGroupCommit(Array.from({ length: readers }, createReader), { label: base.label })
  // Checks again later after any error, even one of the primary.
  const look = (): Promise<void> => {
    looking ??= group
      .read(async () => undefined)
      .then(use, lookLater)
      .finally(() => (looking = undefined))
    return looking
  }
  return {
    label: base.label,
    problem: () => problem,
    look,
    read: group.read,
    close: async () => {
      isClosed = true
      problem = new StandbyError('it is closed')
      clearTimeout(timer)
      await group.close()
    },
  }
}

// As many parallel reads as at the primary.
const readers = 4

// Time limits in milliseconds, as all below: to connect, to report its position, and for each answer. After that the primary is asked.
const patience = 2000
const questionMs = 1000
const answerMs = 5000

/** The last wait for a standby that is behind: the waits are 1, 2, 4 and so on, 63 together. */
const longestWait = 32

/** How long to wait before a failed standby is checked again, at first and at most. */
const firstPause = 1000
const longestPause = 30_000
