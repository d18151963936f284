import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { userFileError } from './check-user-file.ts'
import { makeFolder } from './make-folder.ts'
import { followLinks, giveMode, replaceFile } from './replace.ts'

/** A file to write: its path, the name that the user knows it by, and the signal that aborts the work. */
export type WriteTarget = { path: string; name: string; stop: AbortSignal }

/**
 * Writes a file that the user named, atomically: at any moment it is the old or the new one, complete. Creates missing folders. Writes
 * directly to a pipe or a device. Throws a UsageError that names the file, or the reason of `stop`.
 */
export const writeUserFile = async (pieces: Iterable<string>, { path, name, stop }: WriteTarget): Promise<void> => {
  try {
    // Synchronous: an export writes thousands of files, and Node hands each promise of a file to another thread.
    const before = statSync(path, { throwIfNoEntry: false })
    if (!before) makeFolder(dirname(path), 0o777)
    if (before && !before.isFile()) await writeFile(path, inChunks(pieces), { signal: stop })
    else await replace(followLinks(path), inChunks(pieces), { stop, mode: before?.mode })
  } catch (error) {
    stop.throwIfAborted()
    throw userFileError(error, name)
  }
}

const stagedFor = (target: string): string => join(dirname(target), `.testctl-${randomUUID()}.tmp`)

const replace = async (
  target: string,
  chunks: Iterable<string>,
  { stop, mode }: { stop: AbortSignal; mode: number | undefined },
): Promise<void> => {
  const staged = stagedFor(target)
  const write = async (): Promise<void> => {
    await writeFile(staged, chunks, { flag: 'wx', flush: true, signal: stop })
    if (mode !== undefined) giveMode(staged, mode)
  }
  await replaceFile(target, { staged, write })
}

/** Joins small pieces: each chunk is a system call. */
const inChunks = function* (pieces: Iterable<string>): Iterable<string> {
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

const chunkLength = 64 * 1024
