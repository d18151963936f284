import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { Io } from '../../system/io.ts'
import type { JournalHeader } from './entry.ts'
import { openReplay, type Replay } from './replay.ts'

type Surroundings = Pick<Io, 'env' | 'platform' | 'now'>

/**
 * The folder of the journals, beside the other things that can be made again; undefined where there is no home.
 * DECISIONS 38
 */
export const journalDirectory = ({ env, platform }: Surroundings): string | undefined => {
  const named = [env['LOCALAPPDATA'], env['XDG_CACHE_HOME']].find((folder) => folder && isAbsolute(folder))
  const base = named ?? (env['HOME'] ? join(env['HOME'], platform === 'darwin' ? 'Library/Caches' : '.cache') : home())
  return base === undefined ? undefined : join(base, 'testctl', 'submissions')
}

const home = (): string | undefined => {
  try {
    return join(homedir(), '.cache')
  } catch {
    return undefined
  }
}

/** A file for a new journal: `2026-01-31T12-00-00-3f9a1c.ndjson`. Those of more than 30 days ago are removed. */
export const newFileOn = async (shelf: string, { now }: Pick<Io, 'now'>): Promise<string> => {
  const oldest = now().getTime() - kept
  for (const file of await filesOn(shelf)) {
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < oldest) await rm(file, { force: true }).catch(() => undefined)
  }
  const time = now().toISOString().slice(0, 19).replaceAll(':', '-')
  return join(shelf, `${time}-${randomBytes(3).toString('hex')}${ending}`)
}

/** The file that somebody means: a path, or the name of one on the shelf, with or without its ending. */
export const fileMeant = (shelf: string | undefined, typed: string): string =>
  shelf !== undefined && /^\d{4}-[\w-]+(\.ndjson)?$/.test(typed)
    ? join(shelf, typed.endsWith(ending) ? typed : `${typed}${ending}`)
    : typed

/** How a journal is named on a command line: without the folder and the ending where it is on the shelf. */
export const journalName = (shelf: string | undefined, file: string): string =>
  shelf !== undefined && dirname(file) === shelf ? basename(file, ending) : file

/** The journals of the shelf that are this user's, can be read and whose beginning is wanted, the latest first. */
export const storiesOn = async function* (
  shelf: string,
  { uid }: Pick<Io, 'uid'>,
  isWanted: (begin: JournalHeader) => boolean,
): AsyncGenerator<Replay> {
  for (const file of (await filesOn(shelf)).reverse()) {
    const story = await readWanted(file, { uid, isWanted }).catch(() => undefined)
    if (story) yield story
  }
}

// Whole journals can be large, and there may be those of a month.
const readWanted = async (
  file: string,
  { uid, isWanted }: Pick<Io, 'uid'> & { isWanted: (begin: JournalHeader) => boolean },
): Promise<Replay | undefined> => {
  const { begin, rest, close } = await openReplay(file, { owner: uid, links: 'refused' })
  if (isWanted(begin)) return rest()
  await close()
  return undefined
}

const filesOn = async (shelf: string): Promise<string[]> => {
  const names = await readdir(shelf).catch(() => [])
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(shelf, name))
}

const ending = '.ndjson'
const kept = 30 * 24 * 3600 * 1000
