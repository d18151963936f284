import type { Generated, QueryCreator, SelectQueryBuilder, Selectable } from 'kysely'

// The tables as the queries see them. They have the nouns' names; `migrations.ts` creates them.

/** Who did it and when; timestamps in ISO 8601, UTC, with milliseconds, so that they sort as text. */
export type Audit = { created_at: string; created_by: string; updated_at: string; updated_by: string }

type Numbered = { project_id: string; display_id: number }
type Written = { name: string; preconditions: string; steps: Json }

/** JSON is kept as text: no engine's own JSON functions are used. */
type Json = string

/** How many displayIds a span is about: a few coarse ones are looked through first, then those within one of them. */
export const spanSizes = { fine: 1024, coarse: 32768 } as const

/**
 * How many rows of an owner's list have a displayId from `first` on, among the next `size`: so an offset is found.
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
  /** The last displayId given for each kind stands with the project: numbers are never given twice. */
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
  /** The custom fields that a filter can match, as one short mark for key and value together. */
  case_fields: { case_id: string; project_id: string; mark: string }
  /**
   * The counters always equal the run's tests: they change in the same transaction. `revision` counts the changes of its tests
   * and of their comments, for pages that wait for them.
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
  /** Of a case or of a test: exactly one of the two. */
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
  /** The answers to requests with an Idempotency-Key; `id` stands for the caller and its key. */
  replays: { id: string; fingerprint: string; answer: string; created_at: string }
  /** Who is signed in to the pages of a server; `id` is a digest of what the browser has. Not copied with a store. */
  sessions: { id: string; key_id: string; created_at: string }
  /** How many wrong keys came from a network lately. Not copied with a store. */
  wrong_keys: { network: string; wrong: number; last_at: string }
  /**
   * What a store is, in one row: an identity of its own, and the oldest version of the schema whose testctl may go on
   * working with it. Not copied with a store.
   */
  about: { identity: string; oldest: number }
  case_spans: PageIndexRow
  run_spans: PageIndexRow
  milestone_spans: PageIndexRow
  /** Of a run; the others are of a project. */
  test_spans: PageIndexRow
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>

/** The query builder of a piece of work, bound to one transaction. */
export type Queries = QueryCreator<Tables>

/** A query for matching rows of a table, before its columns are selected. */
export type MatchingColumns<T extends keyof Tables> = SelectQueryBuilder<Tables, T, object>
