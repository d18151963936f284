import { diskProblem } from '../disk.ts'
import { UsageError } from '../errors.ts'
import { type Limits, readRegularFile } from '../regular-file.ts'
import type { Beginning, Entry, KnownRun } from './entry.ts'

type Intended = Extract<Entry, { did: 'intended' }>
type Commented = Extract<Entry, { did: 'commented' }>

/** What a journal tells of its submission. */
export type Story = {
  file: string
  begin: Beginning
  /** The run that it created, if the answer came. */
  createdRun: KnownRun | undefined
  /** The run that results went into, by id. */
  run: { id: string; displayId: number | undefined; name: string } | undefined
  /** A run was to be created, and no answer is known: how many runs the project had before. */
  creatingRun: { name: string; before: number } | undefined
  createdCases: readonly string[]
  /** What was to be set, by the id of the test; the first intention of several tries, which holds what was there before. */
  intended: ReadonlyMap<string, Intended>
  /** When the service says that it was set, by the id of the test. */
  set: ReadonlyMap<string, number | undefined>
  commented: readonly Commented[]
  complete: boolean
  undone: boolean
}

/** Reads a journal. A last line that was cut off is no entry; anything else that is not understood is a UsageError. */
export const readStory = async (file: string, limits: Omit<Limits, 'most'> = {}): Promise<Story> => {
  const text = read(file, limits)
  const lines = text.split('\n')
  // Without its newline the last entry may be a part of one: the process was killed while it wrote it.
  lines.pop()
  const entries = lines.map((line, at) => parseEntry(file, line, at + 1))
  const [first] = entries
  if (first?.did !== 'begin' || first.version !== 1)
    throw new UsageError(`${file} is not a journal that this testctl reads`, { hint: 'was it written by a newer one?' })
  return gather(file, first, entries)
}

// That of a submission of a million results is smaller.
const largest = 384 * 1024 * 1024

const read = (file: string, limits: Omit<Limits, 'most'>): string => {
  try {
    return readRegularFile(file, { most: largest, ...limits })
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw new UsageError(
      code === 'ENOENT' ? `there is no journal ${file}` : `cannot read ${file}: ${diskProblem(cause) ?? message}`,
      {
        hint: 'runs submit --json tells the journal of a submission; they are kept for 30 days',
        cause,
      },
    )
  }
}

const gather = (file: string, begin: Beginning, entries: readonly Entry[]): Story => {
  const intended = new Map<string, Intended>()
  const set = new Map<string, number | undefined>()
  const commented: Commented[] = []
  const createdCases: string[] = []
  const story = {
    file,
    begin,
    createdRun: undefined as KnownRun | undefined,
    run: undefined as Story['run'],
    creatingRun: undefined as Story['creatingRun'],
    complete: false,
    undone: false,
  }
  for (const entry of entries)
    switch (entry.did) {
      case 'begin':
        story.begin = entry
        story.complete = false
        break
      case 'creatingRun':
        story.creatingRun ??= entry
        break
      case 'createdRun':
        story.createdRun = entry
        story.run = entry
        break
      case 'chosenRun':
        story.run = entry
        break
      case 'createdCases':
        createdCases.push(...entry.identifiers)
        break
      case 'intended': {
        const before = intended.get(entry.test)
        intended.set(entry.test, { ...entry, from: before?.from ?? entry.from })
        break
      }
      case 'set':
        set.set(entry.test, entry.at)
        break
      case 'commented':
        commented.push(entry)
        break
      case 'end':
        story.complete = entry.complete
        break
      case 'undone':
        story.undone = true
    }
  return { ...story, intended, set, commented, createdCases }
}

const parseEntry = (file: string, line: string, number: number): Entry => {
  try {
    const entry: unknown = JSON.parse(line)
    if (typeof entry === 'object' && entry !== null && 'did' in entry) return entry as Entry
  } catch {
    // Said below.
  }
  throw new UsageError(`${file}:${number} is no line of a journal`, { hint: 'was the file changed by hand?' })
}
