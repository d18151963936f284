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
  /** When its first try began, ISO 8601. */
  firstAt: string
  /** The run that it created, if it got the answer. */
  createdRun: KnownRun | undefined
  /** The run that results went into, by id. */
  run: { id: string; displayId: number | undefined; name: string } | undefined
  /** The first create of a run that was begun, and how many runs the project had before it. Stays set after the answer. */
  creatingRun: { name: string; before: number } | undefined
  createdCases: readonly string[]
  /** The intended results, by test id. After several tries, the latest `to` with the original `from` and `since`. */
  intended: ReadonlyMap<string, Intended>
  /** When each test was set, according to the service, by test id; milliseconds since 1970. */
  set: ReadonlyMap<string, number | undefined>
  commented: readonly Commented[]
  /** Digests of the comments that were about to be written and whose answers are unknown, by test id. DECISIONS 521 */
  commenting: ReadonlyMap<string, string>
  /** When an undo restored each test, according to the service, by test id. A test that was set again since is not included. */
  putBack: ReadonlyMap<string, number | undefined>
  /** The new ids of comments that an undo wrote again, by their former ids. */
  rewritten: ReadonlyMap<string, string>
  /** Whether a change may be stored that is not noted as made: an attempt was killed, or an answer was lost. DECISIONS 537 */
  unclear: boolean
  complete: boolean
  undone: boolean
}

/** Reads a journal. Ignores an incomplete last line; throws a UsageError for any other line that cannot be read. */
export const replayJournal = (file: string): Promise<Replay> => inTightHeap(async () => (await openReplay(file)).rest())

/**
 * Opens a journal and reads only its header, because most journals in a folder are not wanted. The caller calls
 * `rest` or `close`. Throws a UsageError if the file cannot be read or has no header that this testctl reads.
 */
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

/** Whether a journal ends with an entry. Reads only the end: the folder may hold the journals of a month. DECISIONS 255 */
export const endsWith = (file: string, entry: JournalEntry, limits: Omit<Limits, 'most'>): boolean => {
  const line = `\n${JSON.stringify(entry)}\n`
  return readRegularEnd(file, { most: largest, bytes: line.length, ...limits }) === line
}

// The journal of a submission of a million results is smaller.
const largest = 384 * 1024 * 1024

const readEntries = async function* (
  file: string,
  limits: Omit<Limits, 'most'>,
): AsyncGenerator<JournalEntry, undefined> {
  // The splitter leaves out a last line that has no newline: it is incomplete if the process was killed while writing it.
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
  let hasEnded = false
  const state = {
    file,
    begin,
    firstAt: begin.at,
    createdRun: undefined as KnownRun | undefined,
    run: undefined as Replay['run'],
    creatingRun: undefined as Replay['creatingRun'],
    unclear: false,
    complete: false,
    undone: false,
  }
  for await (const entry of entries)
    switch (entry.did) {
      case 'begin':
        state.unclear ||= !hasEnded && intended.size > 0
        hasEnded = false
        Object.assign(state, { begin: entry, complete: false, undone: false })
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
        Object.assign(state, { createdRun: undefined, run: undefined, creatingRun: undefined, unclear: false })
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
        hasEnded = true
        state.complete = entry.complete
        state.unclear ||= entry.unknown === true
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
  state.unclear ||= commenting.size > 0 || (!hasEnded && intended.size > 0)
  return { ...state, intended, set, commented: [...commented.values()], commenting, putBack, rewritten, createdCases }
}

/** Merges the entries of one comment: a try that is interrupted before it removes earlier comments is followed by another. */
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
    // Throws below.
  }
  throw new UsageError(`${file}:${number} is not a line of a journal`, { hint: 'was the file changed by hand?' })
}
