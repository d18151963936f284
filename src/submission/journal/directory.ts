import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Io, UserEnv } from '../../system/io.ts'
import { removeOld } from '../../system/files/remove.ts'
import { cacheFolder, stateFolder } from '../../system/user-folders.ts'
import type { JournalHeader } from './entry.ts'
import { endsWith, openReplay, type Replay } from './replay.ts'

/** Returns the folder for new journals; undefined if there is no home directory. DECISIONS 38, 152 */
export const journalDirectory = (env: UserEnv): string | undefined => journalsIn(stateFolder(env))

/** Returns the folders that may hold journals: an older testctl wrote them into the cache folder. DECISIONS 152 */
const journalDirectories = (env: UserEnv): string[] => {
  const folders = [journalDirectory(env), journalsIn(cacheFolder(env))]
  return [...new Set(folders)].filter((folder) => folder !== undefined)
}

const journalsIn = (folder: string | undefined): string | undefined => folder && join(folder, 'submissions')

/** Returns the path of a new journal: `2026-01-31T12-00-00-000-3f9a1c.ndjson`. Also deletes journals older than 30 days. */
export const newJournalFile = (directory: string, io: UserEnv & Pick<Io, 'now'>): string => {
  for (const folder of journalDirectories(io)) removeOld(folder, { days: 30, now: io.now(), ending })
  const time = io.now().toISOString().slice(0, 23).replace(/[:.]/g, '-')
  return join(directory, `${time}-${randomBytes(3).toString('hex')}${ending}`)
}

/** Returns the file of a journal that the user typed: a path, or a name in a journal folder, with or without `.ndjson`. */
export const journalFile = (env: UserEnv, typed: string): string => {
  if (!/^\d{4}-[\w-]+(\.ndjson)?$/.test(typed)) return typed
  const name = typed.endsWith(ending) ? typed : `${typed}${ending}`
  const files = journalDirectories(env).map((directory) => join(directory, name))
  return files.find((file) => existsSync(file)) ?? files[0] ?? typed
}

/** Returns the name of a journal for a command line: without folder and `.ndjson` if it is in a journal folder. */
export const journalName = (env: UserEnv, file: string): string =>
  journalDirectories(env).includes(dirname(file)) ? basename(file, ending) : file

/**
 * Selects journals by header and end. `open` are submissions that may be incomplete, `undone` are those whose last entry is an undo,
 * `anyhow` are all. The folder of `beside`, a journal, is searched as well, also for files with the ending of `beside`. DECISIONS 519
 */
type Wanted = {
  isWanted: (begin: JournalHeader) => boolean
  ends: 'open' | 'undone' | 'anyhow'
  beside?: string | undefined
}

/** Yields the wanted journals that this user owns and that can be read, the latest first. Some of the `open` ones may be complete. */
export const replaysOf = async function* (io: UserEnv & Pick<Io, 'uid'>, wanted: Wanted): AsyncGenerator<Replay> {
  for (const file of (await journalFiles(io, wanted.beside)).reverse()) {
    const replay = await readWanted(file, { uid: io.uid, ...wanted }).catch(() => undefined)
    if (replay) yield replay
  }
}

// Reads as little as possible: a journal can be large, and the folder may hold those of a month.
const readWanted = async (
  file: string,
  { uid, isWanted, ends }: Pick<Io, 'uid'> & Wanted,
): Promise<Replay | undefined> => {
  const limits = { owner: uid, links: 'refused' } as const
  if (ends === 'open' && endsWith(file, { did: 'end', complete: true }, limits)) return undefined
  if (ends === 'undone' && !endsWith(file, { did: 'undone' }, limits)) return undefined
  const { begin, rest, close } = await openReplay(file, limits)
  if (isWanted(begin)) return rest()
  await close()
  return undefined
}

/** Lists all journals, the oldest first. */
const journalFiles = async (env: UserEnv, beside: string | undefined): Promise<string[]> => {
  const here = beside === undefined ? undefined : dirname(beside)
  const folders = new Set([...journalDirectories(env), ...(here === undefined ? [] : [here])])
  const found = [...folders].map(async (directory) => {
    const endings = [ending, ...(beside !== undefined && directory === here ? [extname(beside)] : [])]
    const names = await readdir(directory).catch(() => [])
    return names.filter((name) => endings.some((one) => isNamed(name, one))).map((name) => join(directory, name))
  })
  return (await Promise.all(found)).flat().sort((one, other) => (basename(one) < basename(other) ? -1 : 1))
}

/** Whether a file name has this ending; an empty ending means a name that has no ending. */
const isNamed = (name: string, wanted: string): boolean => (wanted ? name.endsWith(wanted) : extname(name) === '')

const ending = '.ndjson'
