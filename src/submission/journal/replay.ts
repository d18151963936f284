import { diskProblem } from '../../system/files/disk-errors.ts'
import { UsageError } from '../../errors.ts'
import { inTightHeap } from '../../system/heap.ts'
import { type Limits, readRegularEnd, streamRegularFile } from '../../system/files/regular-file.ts'
import { createLineSplitter } from '../../system/text/lines.ts'
import type { Commented, Intended, JournalHeader, JournalEntry, KnownRun } from './entry.ts'

/** The state of a submission, read from its journal. */
export type Replay = {
  file: string
  begin: JournalHeader
  /** The run that it created, if it got the answer. */
  createdRun: KnownRun | undefined
  /** The run that results went into, by id. */
  run: { id: string; displayId: number | undefined; name: string } | undefined
  /** A run was to be created, and no answer is known: how many runs the project had before. */
  creatingRun: { name: string; before: number } | undefined
  createdCases: readonly string[]
  /** The intended results, by the id of the test; of several tries the first, which has the original results. */
  intended: ReadonlyMap<string, Intended>
  /** When the service says that it was set, by the id of the test. */
  set: ReadonlyMap<string, number | undefined>
  commented: readonly Commented[]
  /** The digests of comments that were to be written and of which no answer is known, by the id of the test. DECISIONS 521 */
  commenting: ReadonlyMap<string, string>
  /** When the service says that an undo restored it, by the id of the test, where it was not set again since. */
  putBack: ReadonlyMap<string, number | undefined>
  /** The comments that an undo wrote once more, by their ids before. */
  rewritten: ReadonlyMap<string, string>
  complete: boolean
  undone: boolean
}

/** Reads a journal. An incomplete last line is ignored; any other unreadable line is a UsageError. */
export const replayJournal = (file: string): Promise<Replay> => inTightHeap(async () => (await openReplay(file)).rest())

/** The beginning of a journal, and what reads the rest of it: most of those in a folder are not wanted. */
export const openReplay = async (
  file: string,
  limits: Omit<Limits, 'most'> = {},
): Promise<{ begin: JournalHeader; rest: () => Promise<Replay>; close: () => Promise<void> }> => {
  const entries = readEntries(file, limits)
  const { value: first } = await entries.next()
  if (first?.did === 'begin' && first.version === 1)
    return {
      begin: first,
      rest: () => gather(file, first, entries),
      close: async () => void (await entries.return(undefined)),
    }
  await entries.return(undefined)
  throw new UsageError(`${file} is not a journal that this testctl reads`, { hint: 'was it written by a newer one?' })
}

/** Whether an entry is the last of a journal: the journals of a month are looked at, and few of them are wanted. DECISIONS 255 */
export const endsWith = (file: string, entry: JournalEntry, limits: Omit<Limits, 'most'>): boolean => {
  const line = `\n${JSON.stringify(entry)}\n`
  return readRegularEnd(file, { most: largest, bytes: line.length, ...limits }) === line
}

// That of a submission of a million results is smaller.
const largest = 384 * 1024 * 1024

const readEntries = async function* (
  file: string,
  limits: Omit<Limits, 'most'>,
): AsyncGenerator<JournalEntry, undefined> {
  // Without its newline the last entry may be a part of one, and is left out: the process was killed while it wrote it.
  const { push } = createLineSplitter()
  let number = 0
  try {
    for await (const piece of streamRegularFile(file, { most: largest, ...limits }))
      for (const line of push(piece)) yield parseEntry(file, line, ++number)
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(file, error as NodeJS.ErrnoException)
  }
  return undefined
}

const unreadable = (file: string, cause: NodeJS.ErrnoException): UsageError =>
  new UsageError(
    cause.code === 'ENOENT'
      ? `there is no journal ${file}`
      : `cannot read ${file}: ${diskProblem(cause) ?? cause.message}`,
    { hint: 'runs submit --json names its journal; journals are kept for 30 days', cause },
  )

const gather = async (file: string, begin: JournalHeader, entries: AsyncIterable<JournalEntry>): Promise<Replay> => {
  const intended = new Map<string, Intended>()
  const set = new Map<string, number | undefined>()
  const commented = new Map<string, Commented>()
  const commenting = new Map<string, string>()
  const putBack = new Map<string, number | undefined>()
  const rewritten = new Map<string, string>()
  const createdCases: string[] = []
  const state = {
    file,
    begin,
    createdRun: undefined as KnownRun | undefined,
    run: undefined as Replay['run'],
    creatingRun: undefined as Replay['creatingRun'],
    complete: false,
    undone: false,
  }
  for await (const entry of entries)
    switch (entry.did) {
      case 'begin':
        state.begin = entry
        state.complete = false
        break
      case 'creatingRun':
        state.creatingRun ??= entry
        break
      case 'createdRun':
        state.createdRun = entry
        state.run = entry
        break
      case 'chosenRun':
        state.run = entry
        break
      case 'gone':
        Object.assign(state, { createdRun: undefined, run: undefined, creatingRun: undefined })
        intended.clear()
        set.clear()
        commented.clear()
        commenting.clear()
        break
      case 'createdCases':
        for (const identifier of entry.identifiers) createdCases.push(identifier)
        break
      case 'intended': {
        const before = intended.get(entry.test)
        intended.set(entry.test, before ? { ...entry, from: before.from, since: before.since } : entry)
        break
      }
      case 'set':
        set.set(entry.test, entry.at)
        putBack.delete(entry.test)
        break
      case 'commenting':
        commenting.set(entry.test, entry.digest)
        break
      case 'notCommented':
        commenting.delete(entry.test)
        break
      case 'commented':
        commenting.delete(entry.test)
        commented.set(entry.comment, withEarlier(entry, commented.get(entry.comment)))
        break
      case 'end':
        state.complete = entry.complete
        break
      case 'putBack':
        putBack.set(entry.test, entry.at)
        break
      case 'rewritten':
        rewritten.set(entry.was, entry.comment)
        break
      case 'undone':
        state.undone = true
    }
  return { ...state, intended, set, commented: [...commented.values()], commenting, putBack, rewritten, createdCases }
}

/** What a comment stands for in all tries: one that was interrupted before it removed an earlier comment is followed by another. */
const withEarlier = (entry: Commented, before: Commented | undefined): Commented => {
  if (!before) return entry
  const { insteadIds = [] } = entry
  const known = new Set(before.insteadIds)
  const isNew = (_: string, at: number): boolean => !known.has(insteadIds[at] ?? '')
  return {
    ...entry,
    instead: [...before.instead, ...entry.instead.filter(isNew)],
    insteadIds: [...(before.insteadIds ?? []), ...insteadIds.filter(isNew)],
  }
}

const parseEntry = (file: string, line: string, number: number): JournalEntry => {
  try {
    const entry: unknown = JSON.parse(line)
    if (typeof entry === 'object' && entry !== null && 'did' in entry) return entry as JournalEntry
  } catch {
    // Said below.
  }
  throw new UsageError(`${file}:${number} is not a line of a journal`, { hint: 'was the file changed by hand?' })
}
