import { randomUUID } from 'node:crypto'

/** A placeholder for the identity that a store gets when it is created or upgraded. */
const identityMark = '{identity}'

/**
 * Returns the statements that create the page index of a list (the number of rows in each span of displayIds) and fill it for existing
 * rows.
 */
const spansOf = (list: { table: string; rows: string; owners: string; owner: string }): string[] => [
  `create table ${list.table} (
    owner_id text not null references ${list.owners} (id) on delete cascade,
    size integer not null,
    first integer not null,
    held integer not null,
    primary key (owner_id, size, first)
  )`,
  ...[1024, 32768].map(
    (size) =>
      `insert into ${list.table} (owner_id, size, first, held)
      select ${list.owner}, ${size}, display_id / ${size} * ${size}, count(*) from ${list.rows}
      group by ${list.owner}, display_id / ${size} * ${size}`,
  ),
]

/**
 * The schema, one step per version: a store of version n has had the first n steps. Released steps are never edited. Steps only add, so
 * that a testctl that knows fewer steps can work beside one that knows more. A step that older versions cannot work with ends with
 * `update about set oldest = …`, its own version. Plain SQL that SQLite and PostgreSQL both understand. Deletes that cascade:
 * DECISIONS 7. Two versions side by side: DECISIONS 210. The indexes of tests: DECISIONS 369
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `create table projects (
      id text primary key not null,
      position integer not null unique,
      name text not null,
      identifier text not null unique,
      icon text not null,
      color text not null,
      last_case integer not null default 0,
      last_run integer not null default 0,
      last_test integer not null default 0,
      last_milestone integer not null default 0,
      created_at text not null, created_by text not null, updated_at text not null, updated_by text not null
    )`,
    `create table cases (
      id text primary key not null,
      project_id text not null references projects (id) on delete cascade,
      display_id integer not null,
      name text not null,
      preconditions text not null,
      steps text not null,
      custom_fields text not null,
      created_at text not null, created_by text not null, updated_at text not null, updated_by text not null,
      unique (project_id, display_id)
    )`,
    `create table case_fields (
      case_id text not null references cases (id) on delete cascade,
      project_id text not null,
      mark text not null,
      primary key (case_id, mark)
    )`,
    `create index case_fields_by_mark on case_fields (project_id, mark, case_id)`,
    `create table milestones (
      id text primary key not null,
      project_id text not null references projects (id) on delete cascade,
      display_id integer not null,
      name text not null,
      created_at text not null, created_by text not null, updated_at text not null, updated_by text not null,
      unique (project_id, display_id)
    )`,
    `create table runs (
      id text primary key not null,
      project_id text not null references projects (id) on delete cascade,
      display_id integer not null,
      milestone_id text references milestones (id) on delete set null,
      name text not null,
      total integer not null default 0,
      passed integer not null default 0,
      failed integer not null default 0,
      in_progress integer not null default 0,
      untested integer not null default 0,
      created_at text not null, created_by text not null, updated_at text not null, updated_by text not null,
      unique (project_id, display_id),
      check (passed >= 0 and failed >= 0 and in_progress >= 0 and untested >= 0),
      check (total = passed + failed + in_progress + untested)
    )`,
    `create index runs_by_milestone on runs (milestone_id, display_id)`,
    `create table tests (
      id text primary key not null,
      project_id text not null,
      run_id text not null references runs (id) on delete cascade,
      case_id text not null,
      display_id integer not null,
      name text not null,
      preconditions text not null,
      steps text not null,
      assigned_to text not null,
      result text not null check (result in ('untested', 'inProgress', 'passed', 'failed')),
      created_at text not null, created_by text not null, updated_at text not null, updated_by text not null,
      unique (project_id, display_id),
      unique (run_id, case_id)
    )`,
    `create index tests_by_run on tests (run_id, display_id)`,
    `create table comments (
      id text primary key not null,
      case_id text references cases (id) on delete cascade,
      test_id text references tests (id) on delete cascade,
      position integer not null,
      content text not null,
      created_at text not null, created_by text not null, updated_at text not null, updated_by text not null,
      check ((case_id is null) <> (test_id is null))
    )`,
    `create index comments_by_case on comments (case_id, position)`,
    `create index comments_by_test on comments (test_id, position)`,
  ],
  [
    `create table keys (
      id text primary key not null,
      name text not null,
      role text not null check (role in ('reader', 'writer', 'owner')),
      hash text not null unique,
      hint text not null,
      created_at text not null, created_by text not null,
      expires_at text, revoked_at text, last_used_at text
    )`,
    `create table replays (
      id text primary key not null,
      fingerprint text not null,
      answer text not null,
      created_at text not null
    )`,
    `create index replays_by_age on replays (created_at)`,
    ...spansOf({ table: 'case_spans', rows: 'cases', owners: 'projects', owner: 'project_id' }),
    ...spansOf({ table: 'run_spans', rows: 'runs', owners: 'projects', owner: 'project_id' }),
    ...spansOf({ table: 'milestone_spans', rows: 'milestones', owners: 'projects', owner: 'project_id' }),
    ...spansOf({ table: 'test_spans', rows: 'tests', owners: 'runs', owner: 'run_id' }),
  ],
  [
    `create table sessions (
      id text primary key not null,
      key_id text not null references keys (id) on delete cascade,
      created_at text not null
    )`,
    `create index sessions_by_age on sessions (created_at)`,
    `create index sessions_by_key on sessions (key_id, created_at)`,
    `create table wrong_keys (
      network text primary key not null,
      wrong integer not null,
      last_at text not null
    )`,
    `create index wrong_keys_by_age on wrong_keys (last_at)`,
    // How often anything changed that the page of the run shows.
    `alter table runs add column revision integer not null default 0`,
    `create table about (identity text not null, oldest integer not null)`,
    `insert into about (identity, oldest) values ('${identityMark}', 3)`,
  ],
]

/** Returns the statements that upgrade a store from a version (0 for an empty store) to the latest one. */
export const statementsSince = (version: number): string[] =>
  migrations
    .slice(version)
    .flat()
    .map((statement) => statement.replace(identityMark, randomUUID()))
