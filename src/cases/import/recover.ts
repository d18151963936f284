import type { CaseBase } from '../base/index.ts'
import { type BaseLine, baseLineOf } from '../base/line.ts'
import { type CaseEntry, sourceOf } from '../case-content.ts'
import { digestOfValue, fieldsOf } from '../fields.ts'
import type { CaseProject, ServiceCase } from '../service-cases.ts'
import type { EarlierImport, CreateAttempt } from './journal.ts'
import { createOf, digestOfRequest } from './request.ts'

/** The state with which an import begins. */
export type Begun = {
  entries: readonly CaseEntry[]
  base: CaseBase
  identified: readonly RecoveredEntry[]
  /** How many creates without an answer have no case yet. */
  missing: number
  /** Creates that are sent again as they were, by the key of their entry: the service answers with the case that is there. */
  again: ReadonlyMap<string, CreateAttempt>
}

/** An entry whose case an earlier import has created, but whose file does not name it yet. */
export type RecoveredEntry = { entry: CaseEntry; line: BaseLine }

/** Returns the key of an entry in the journal: its source, which stays when its file is rewritten, otherwise its own key or its place. */
export const keyOf = ({ content, place: { file, line }, key }: CaseEntry): string =>
  sourceOf(content) ?? key ?? `${file}:${line}`

/**
 * Resumes an import that was killed: takes over the cases that it created, and settles the creates without an answer. Such a create
 * is sent again with its Idempotency-Key if the service honours it (`honours`) and the file is unchanged; otherwise the case is looked
 * up by its content among the later ones. So no case is created twice. DECISIONS 168, 201
 */
export const recover = (earlier: EarlierImport, { entries, base, there, project, honours }: Sides): Begun => {
  const known = new Map(base)
  for (const { was, line } of earlier.changed)
    if (digestOfValue(known.get(line.id) ?? null) === was) known.set(line.id, line)
  const free = findFree(earlier, { entries, base: known, there })
  const created = new Map(earlier.created)
  let missing = 0
  const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]))
  const again = new Map<string, CreateAttempt>()
  for (const [key, { name, digest, once }] of earlier.open) {
    const entry = byKey.get(key)
    // Another killed import has already found its case; a free case with the same content belongs to another file.
    if (entry?.identifier !== undefined) continue
    if (entry && once && honours(once) && digestOfRequest(createOf(entry.content, project)) === once.request) {
      again.set(key, once)
      continue
    }
    const at = free.findIndex(
      ({ content }) => content.name === name && (digestOfValue(content) === digest || isOnly(free, name)),
    )
    const [one] = at < 0 ? [] : free.splice(at, 1)
    if (!one) {
      missing += 1
      continue
    }
    // The content that was sent is what both agreed on, if the file still has it.
    const here = fieldsOf(entry && digestOfValue(entry.content) === digest ? entry.content : one.content)
    created.set(key, baseLineOf(one, { here, there: fieldsOf(one.content), left: new Set(), before: undefined }))
  }
  for (const line of created.values()) if (!known.has(line.id)) known.set(line.id, line)
  const identified = [...created].flatMap(([key, line]): RecoveredEntry[] => {
    const entry = byKey.get(key)
    return entry && entry.identifier === undefined ? [{ entry, line }] : []
  })
  const identifiers = new Map(identified.map(({ entry, line }) => [entry, line.case]))
  return {
    entries: entries.map((entry) => ({ ...entry, identifier: entry.identifier ?? identifiers.get(entry) })),
    base: known,
    identified,
    missing,
    again,
  }
}

type Sides = {
  entries: readonly CaseEntry[]
  base: CaseBase
  there: readonly ServiceCase[]
  project: CaseProject
  /** Whether the service still knows a create by its key. */
  honours: (once: CreateAttempt) => boolean
}

/** Finds the cases that were created after the import began and that neither the base nor a file nor the journal has. */
const findFree = (
  { last, created }: EarlierImport,
  { entries, base, there }: Pick<Sides, 'entries' | 'base' | 'there'>,
): ServiceCase[] => {
  const named = new Set(entries.flatMap(({ identifier }) => identifier?.toUpperCase() ?? []))
  const ids = new Set([...created.values()].map(({ id }) => id))
  return there
    .filter(
      ({ id, identifier, displayId }) =>
        displayId > last && !base.has(id) && !ids.has(id) && !named.has(identifier.toUpperCase()),
    )
    .sort((one, other) => one.displayId - other.displayId)
}

const isOnly = (free: readonly ServiceCase[], name: string): boolean =>
  free.filter(({ content }) => content.name === name).length === 1
