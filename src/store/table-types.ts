import type { Generated, QueryCreator, SelectQueryBuilder, Selectable } from 'kysely'

// The tables as the queries see them. They have the nouns' names; `migrations.ts` creates them.

/** Who created and last updated a row, and when. Timestamps are ISO 8601, UTC, with milliseconds, so that they sort as text. */
export type Audit = { created_at: string; created_by: string; updated_at: string; updated_by: string }

type Numbered = { project_id: string; display_id: number }
type Written = { name: string; preconditions: string; steps: Json }

/** JSON, stored as text: testctl uses no engine's own JSON functions. */
type Json = string

/**
 * The number of displayIds in a span of the page index. A search scans the few coarse spans first, then the fine ones within one of
 * them.
 */
export const spanSizes = { fine: 1024, coarse: 32768 } as const

/**
 * Counts the rows of an owner's list (`held`) that have one of the `size` displayIds from `first` on, to find where an offset begins.
 * DECISIONS 55
 */
export type PageIndexRow = { owner_id: string; size: number; first: number; held: number }

/** The column of a run that counts its tests of each result. */
export const resultColumns = {
  untested: 'untested',
  inProgress: 'in_progress',
  passed: 'passed',
  failed: 'failed',
} as const

export type Tables = {
  /** The project holds the last displayId given for each kind, because a number is never given twice. */
  projects: Audit & {
    id: string
    position: number
    name: string
    identifier: string
    icon: string
    color: string
    last_case: Generated<number>
    last_run: Generated<number>
    last_test: Generated<number>
    last_milestone: Generated<number>
  }
  cases: Audit & Numbered & Written & { id: string; custom_fields: Json }
  /** The custom fields that a filter can match: each `mark` is a digest of a key and its value. */
  case_fields: { case_id: string; project_id: string; mark: string }
  /**
   * The counters always equal the run's tests: they change in the same transaction. `revision` counts the changes of its tests and
   * their comments, for pages that wait for a change.
   */
  runs: Audit &
    Numbered & {
      id: string
      milestone_id: string | null
      name: string
      total: Generated<number>
      passed: Generated<number>
      failed: Generated<number>
      in_progress: Generated<number>
      untested: Generated<number>
      revision: Generated<number>
    }
  /** The text of the case is copied; the case itself may be deleted later. */
  tests: Audit &
    Numbered &
    Written & {
      id: string
      run_id: string
      case_id: string
      assigned_to: string
      result: 'untested' | 'inProgress' | 'passed' | 'failed'
    }
  milestones: Audit & Numbered & { id: string; name: string }
  /** The comments on cases and tests: exactly one of `case_id` and `test_id` is set. */
  comments: Audit & { id: string; case_id: string | null; test_id: string | null; position: number; content: string }
  /** The API keys. A key itself is not stored: `hash` finds it, `hint` is the part that is shown. */
  keys: Pick<Audit, 'created_at' | 'created_by'> & {
    id: string
    name: string
    role: 'reader' | 'writer' | 'owner'
    hash: string
    hint: string
    expires_at: string | null
    revoked_at: string | null
    last_used_at: string | null
  }
  /** The answers to requests with an Idempotency-Key; `id` is a digest of the caller and that key. */
  replays: { id: string; fingerprint: string; answer: string; created_at: string }
  /**
   * The sessions of users who are signed in to the pages of a server; `id` is a digest of the name that the browser has. Not copied
   * with a store.
   */
  sessions: { id: string; key_id: string; created_at: string }
  /** How many wrong keys a network sent lately. Not copied with a store. */
  wrong_keys: { network: string; wrong: number; last_at: string }
  /**
   * One row about the store itself: its unique identity, and the oldest schema version whose testctl may still work with it. Not copied
   * with a store.
   */
  about: { identity: string; oldest: number }
  case_spans: PageIndexRow
  run_spans: PageIndexRow
  milestone_spans: PageIndexRow
  /** The owner is a run; in the other three it is a project. */
  test_spans: PageIndexRow
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>

/** The query builder of a piece of work, bound to one transaction. */
export type Queries = QueryCreator<Tables>

/** A query for matching rows of a table, before its columns are selected. */
export type MatchingColumns<T extends keyof Tables> = SelectQueryBuilder<Tables, T, object>
