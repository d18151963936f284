/** What the store makes use of and not every engine has that speaks PostgreSQL's protocol. DECISIONS 236 */
export type Abilities = {
  /** A table can be locked, so that those who write queue. */
  locksTables: boolean
  /** After a commit without an answer, it knows how the transaction ended, and whether a standby was promoted since. */
  knowsCommits: boolean
}

/** The abilities of PostgreSQL itself. */
export const allAbilities: Abilities = { locksTables: true, knowsCommits: true }

/** Whether an engine has every ability. */
export const hasAll = ({ locksTables, knowsCommits }: Abilities): boolean => locksTables && knowsCommits

/** The timeline, as SQL: each promotion of a standby begins a new one. */
export const timeline = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)'

/** The SQL that takes the lock of the only writer. */
export const writersLock = ({ locksTables }: Abilities): string =>
  // Unlike every other way to take a lock, the first one takes no snapshot yet. The second one excludes the first.
  locksTables ? 'lock table testctl_store in exclusive mode' : 'select from testctl_store for update'

/** The number of the transaction and the timeline, as SQL for columns; nulls where they cannot be had. */
export const commitMark = ({ knowsCommits }: Abilities): string =>
  knowsCommits
    ? `pg_current_xact_id()::text as transaction, ${timeline} as timeline`
    : 'null as transaction, null as timeline'
