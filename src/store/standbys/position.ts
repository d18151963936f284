import type { Work } from '../joint-work.ts'
import { statementOf } from '../queries.ts'

/**
 * A position in the write-ahead log of a primary: bytes from its beginning, and the timeline. Each promotion of a standby begins a new
 * timeline, on which the same position holds other contents.
 */
export type LogPosition = { bytes: number; timeline: number }

/** The answer of a standby to `standbyStateQuery`, before reads go to it. */
export type StandbyAnswer = { standby: boolean; bytes: number; timeline: number; identity: string }

/** A store that can be read from. */
export type Readable = { read: <T>(work: Work<T>) => Promise<T> }

/**
 * Creates a reader of the position where the log of a primary ends on its disk: every write that any server has answered lies before
 * it. Calls that arrive during a query share the next one.
 */
export const createPositionReader = (primary: Readable): (() => Promise<LogPosition>) => {
  let next: Promise<LogPosition> | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  return () => {
    if (next) return next
    const asked = underWay.then(() => {
      next = undefined
      return readPosition(primary)
    })
    underWay = asked.catch(() => undefined)
    return (next = asked)
  }
}

const readPosition = (primary: Readable): Promise<LogPosition> =>
  primary.read(async (queries) => {
    const { rows } = await statementOf(queries)!(whereItEnds)
    const [{ bytes, timeline } = {}] = rows as { bytes?: number | null; timeline?: string }[]
    // The address of the primary leads to a server that was demoted.
    if (typeof bytes !== 'number') throw new StandbyError('the store itself is on a standby now')
    return { bytes, timeline: Number.parseInt(timeline ?? '', 16) }
  })

const whereItEnds = `select
  case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() - '0/0' end as bytes,
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) end as timeline`

/**
 * The query to a standby: whether it is one, how far it has applied the log, on which timeline, and of which store. The timeline is
 * that of its last checkpoint, because a role without rights can read it: a standby that has just changed to the timeline of a new
 * primary reports that minutes later.
 */
export const standbyStateQuery = `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() - '0/0' as bytes,
  (select timeline_id from pg_control_checkpoint()) as timeline, (select identity from about) as identity`

/** Returns why a standby with this answer cannot serve a read that needs the position `wanted`; undefined if it can. */
export const unfitness = (
  { standby, timeline, identity, bytes }: StandbyAnswer,
  wanted: LogPosition & { identity: string },
): StandbyError | undefined => {
  if (!standby) return new StandbyError('it is no standby: it takes writes')
  if (identity !== wanted.identity) return new StandbyError('it holds another store')
  if (timeline !== wanted.timeline) return new StandbyError('it does not follow the primary: it is on another timeline')
  return bytes < wanted.bytes ? new BehindError('it is behind the primary') : undefined
}

/** A standby cannot be read from now; the message says why, and names no server. */
export class StandbyError extends Error {}

/** The standby lacks a part of the log that it may get any moment. */
export class BehindError extends StandbyError {}
