import type { Api } from '../../contract/index.ts'
import { UsageError } from '../../errors.ts'
import { type CaseBase, halfDone, readBase, writeBase } from '../base/index.ts'
import type { CaseEntry } from '../case-content.ts'
import { type ConflictChoices, readChoices } from '../plan/choice.ts'
import { makePlan, type CasePlan } from '../plan/index.ts'
import { type CaseProject, type Reading, readServiceCases, type ServiceCase } from '../service-cases.ts'
import { type AppliedImport, type Applying, applyCasePlan } from './apply.ts'
import { findDoubled } from './doubled.ts'
import { beginJournal, type EarlierImport, type CreateAttempt, readEarlier } from './journal.ts'
import { discard } from '../../system/files/remove.ts'
import { type RecoveredEntry, keyOf, recover } from './recover.ts'

/** The state that an import keeps for the next one; without it, cases are compared as if for the first time. */
export type StateFiles = { base: string; journal: string }

export type ImportOptions = {
  api: Api
  project: CaseProject
  entries: AsyncIterable<CaseEntry> | Iterable<CaseEntry>
  /** Files beside them that are not cases, or cannot be read. */
  others?: readonly string[]
  /** Whether a file gets the fields that it does not cover, as in an export. */
  fills?: boolean
  stateFiles: StateFiles | undefined
  /** The base, if it was read already. */
  base?: CaseBase | undefined
  choices?: ConflictChoices
  /** Revises the entries once the cases of the project are read; may refuse them. */
  settle?: ((sides: { base: CaseBase; there: readonly ServiceCase[] }) => CaseEntry[]) | undefined
  /** Returns for how many seconds the service recognises a create by its Idempotency-Key; called only after a killed import. */
  keyLifetime: () => Promise<number>
  reading?: Reading | undefined
}

/** An import that is ready to be carried out; nothing of it is done yet. */
export type Prepared = {
  plan: CasePlan
  base: CaseBase
  identified: readonly RecoveredEntry[]
  /** Creates of an import that was killed, to be sent again as they were. */
  again: ReadonlyMap<string, CreateAttempt>
  last: number
  stateFiles: StateFiles | undefined
}

/** Reads files, base and service, resumes an import that was killed, and makes the plan. Writes and sends nothing. */
export const prepareImport = async ({
  api,
  project,
  entries,
  others = [],
  fills = false,
  stateFiles,
  base,
  choices,
  settle,
  keyLifetime,
  reading,
}: ImportOptions): Promise<Prepared> => {
  const choose = readChoices(choices ?? { ours: [], theirs: [] })
  const read: CaseEntry[] = []
  for await (const entry of entries) read.push(entry)
  const earlier = stateFiles && readEarlier(stateFiles.journal)
  if (earlier && earlier.project !== project.id)
    throw new UsageError('an import of these files into another project was stopped halfway', {
      hint: 'import them there once more, to its end',
    })
  const known = base ?? (stateFiles ? readBase(stateFiles.base) : new Map())
  const honours = await honouring(earlier, keyLifetime)
  const there = await readSettled(api, { project, earlier, entries: read, base: known, honours, reading })
  const settled = settle ? settle({ base: known, there }) : read
  const begun = earlier
    ? recover(earlier, { entries: settled, base: known, there, project, honours })
    : { entries: settled, base: known, identified: [], again: new Map<string, CreateAttempt>() }
  return {
    plan: makePlan({ entries: begun.entries, base: begun.base, there, project, others, fills }, choose),
    base: begun.base,
    identified: begun.identified,
    again: begun.again,
    last: highest(there),
    stateFiles,
  }
}

const highest = (there: readonly ServiceCase[]): number =>
  there.reduce((most, { displayId }) => Math.max(most, displayId), 0)

type Settling = Omit<Parameters<typeof recover>[1], 'there'> & {
  earlier: EarlierImport | undefined
  reading: Reading | undefined
}

/**
 * Reads the cases of the service. If a create of a killed import has no case yet, it may still be under way: waits a second, and reads
 * once more. A create that is sent again need not be waited for.
 */
const readSettled = async (api: Api, { earlier, reading, ...sides }: Settling): Promise<ServiceCase[]> => {
  const { project } = sides
  const there = await readServiceCases(api, project, reading)
  if (!earlier || earlier.open.size === 0 || recover(earlier, { ...sides, there }).missing === 0) return there
  await new Promise((resolve) => setTimeout(resolve, underWayMs))
  return readServiceCases(api, project)
}

const underWayMs = 1000

/** Returns a predicate: whether the service still recognises a create by its Idempotency-Key. */
const honouring = async (
  earlier: EarlierImport | undefined,
  keyLifetime: () => Promise<number>,
): Promise<(once: CreateAttempt) => boolean> => {
  if (![...(earlier?.open.values() ?? [])].some(({ once }) => once)) return () => false
  const lifetime = (await keyLifetime()) * 1000
  const now = Date.now()
  return ({ at }) => now - at < lifetime - sendingMs
}

// The most time that sending a create again takes, with all retries; the service must recognise its key until then.
const sendingMs = 600_000

/** Carries out a prepared import, then stores in the base what both sides agree on. */
export const carryOutImport = async (
  prepared: Prepared,
  applying: Omit<Applying, 'journal' | 'again'>,
): Promise<AppliedImport> => {
  const { plan, base, identified, again, stateFiles, last } = prepared
  const journal = stateFiles && (await beginJournal(stateFiles.journal, { project: plan.project.id, last }))
  try {
    for (const { entry, line } of identified) {
      await journal?.note({ did: 'created', key: keyOf(entry), line })
      await applying.files.identify?.(entry, line.case)
    }
    const applied = await applyCasePlan(plan, base, { ...applying, journal, again })
    await applying.files.finish?.().catch((error: unknown) => {
      throw halfDone(error)
    })
    if (stateFiles) {
      // A signal of its own: what was done is recorded even if the user stops the import.
      await writeBase(stateFiles.base, applied.base, new AbortController().signal)
      await journal?.close()
      if (!applied.isOpen) discard(stateFiles.journal)
    }
    return { ...applied, doubled: await findDoubled(plan.project, { created: applied.created, last }, applying) }
  } finally {
    await journal?.close().catch(() => undefined)
  }
}
