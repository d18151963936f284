/** Features that the store uses and that some engines with PostgreSQL's protocol lack. DECISIONS 236 */
export type Abilities = {
  /** A table can be locked, so that writers queue. */
  locksTables: boolean
  /** The engine can tell how a transaction ended whose commit got no answer, and whether a standby was promoted since. */
  knowsCommits: boolean
}

/** The abilities of PostgreSQL itself. */
export const allAbilities: Abilities = { locksTables: true, knowsCommits: true }

/** Whether an engine has every ability. */
export const hasAll = ({ locksTables, knowsCommits }: Abilities): boolean => locksTables && knowsCommits

/** The timeline, as SQL: each promotion of a standby begins a new one. */
export const timeline = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)'

/** Returns the SQL that takes the writer's lock, which one transaction holds at a time. */
export const writersLock = ({ locksTables }: Abilities): string =>
  // Unlike every other way to take a lock, `lock table` takes no snapshot yet. The two forms exclude each other.
  locksTables ? 'lock table testctl_store in exclusive mode' : 'select from testctl_store for update'

/** Returns the SQL of two columns: the id of the transaction and the timeline; nulls if the engine cannot tell them. */
export const commitMark = ({ knowsCommits }: Abilities): string =>
  knowsCommits
    ? `pg_current_xact_id()::text as transaction, ${timeline} as timeline`
    : 'null as transaction, null as timeline'
