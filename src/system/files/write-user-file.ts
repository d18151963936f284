import { randomUUID } from 'node:crypto'
import { chmod, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskProblem } from './disk-errors.ts'
import { UsageError } from '../../errors.ts'
import { makeFolder } from './make-folder.ts'
import { followLinks, replaceFile } from './replace.ts'

/** A file to write: where it is, the name that the user knows it by, and what ends the work. */
export type WriteTarget = { path: string; name: string; stop: AbortSignal }

/**
 * Writes a file that the user named, so that at any moment it is the old or the new one, whole. Folders that are missing are
 * made. What is no file (a pipe, a device) is written to directly. A failure is a UsageError that names the file.
 */
export const writeUserFile = async (pieces: Iterable<string>, { path, name, stop }: WriteTarget): Promise<void> => {
  try {
    makeFolder(dirname(path), 0o777)
    const before = await stat(path).catch(() => undefined)
    if (before && !before.isFile()) await writeFile(path, inChunks(pieces), { signal: stop })
    else await replace(followLinks(path), inChunks(pieces), { stop, mode: before?.mode })
  } catch (error) {
    stop.throwIfAborted()
    throw explain(error, name)
  }
}

/**
 * Finds out whether such a file can be written, before work begins whose outcome it is to hold: a file is made beside it, and
 * removed again. A failure is the same UsageError.
 */
export const checkUserFile = async ({ path, name }: Omit<WriteTarget, 'stop'>): Promise<void> => {
  try {
    makeFolder(dirname(path), 0o777)
    const before = await stat(path).catch(() => undefined)
    if (before?.isDirectory()) throw Object.assign(new Error('EISDIR: a folder'), { code: 'EISDIR' })
    if (before && !before.isFile()) return
    const probe = stagedFor(followLinks(path))
    await writeFile(probe, '', { flag: 'wx' })
    await rm(probe)
  } catch (error) {
    throw explain(error, name)
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
    if (mode !== undefined) await chmod(staged, mode)
  }
  await replaceFile(target, { staged, write })
}

/** Small pieces together: each chunk is a call of the system. */
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

const explain = (error: unknown, name: string): unknown => {
  const problem = diskProblem(error)
  if (problem === undefined) return error
  const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
  return new UsageError(`${name} cannot be written: ${problem}`, {
    hint: isFull ? 'free some space; the old file is untouched' : 'name a file that you may write',
    cause: error,
  })
}
