import { diskProblem } from '../../system/files/disk-errors.ts'
import { UsageError } from '../../errors.ts'
import { inTightHeap } from '../../system/heap.ts'
import { type Limits, readRegularEnd, streamRegularFile } from '../../system/files/regular-file.ts'
import type { JournalHeader, JournalEntry, KnownRun } from './entry.ts'

type Intended = Extract<JournalEntry, { did: 'intended' }>
type Commented = Extract<JournalEntry, { did: 'commented' }>

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

/**
 * Whether the last entry of a journal says that nothing is left to be sent. The journals of a month are looked at before a submission,
 * and most of them got to their end. DECISIONS 255
 */
export const endsComplete = (file: string, limits: Omit<Limits, 'most'> = {}): boolean =>
  readRegularEnd(file, { most: largest, bytes: completeLine.length, ...limits }) === completeLine

const completeLine = `\n${JSON.stringify({ did: 'end', complete: true } satisfies JournalEntry)}\n`

// That of a submission of a million results is smaller.
const largest = 384 * 1024 * 1024

const readEntries = async function* (
  file: string,
  limits: Omit<Limits, 'most'>,
): AsyncGenerator<JournalEntry, undefined> {
  let rest = ''
  let number = 0
  try {
    for await (const chunk of streamRegularFile(file, { most: largest, ...limits })) {
      const lines = (rest + chunk).split('\n')
      // Without its newline the last entry may be a part of one: the process was killed while it wrote it.
      rest = lines.pop() ?? ''
      for (const line of lines) yield parseEntry(file, line, ++number)
    }
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
        break
      case 'createdCases':
        for (const identifier of entry.identifiers) createdCases.push(identifier)
        break
      case 'intended': {
        const before = intended.get(entry.test)
        if (before) entry.from = before.from
        intended.set(entry.test, entry)
        break
      }
      case 'set':
        set.set(entry.test, entry.at)
        break
      case 'commented':
        commented.set(entry.comment, {
          ...entry,
          instead: [...(commented.get(entry.comment)?.instead ?? []), ...entry.instead],
        })
        break
      case 'end':
        state.complete = entry.complete
        break
      case 'undone':
        state.undone = true
    }
  return { ...state, intended, set, commented: [...commented.values()], createdCases }
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
