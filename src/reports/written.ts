import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { findFiles } from './files.ts'

/** How the reports looked that a pattern meant at some time: by their names, what tells a file from an older one. */
type Sight = Map<string, string>

/** What was written since: the reports that were, in the order of the patterns, and those that were there before. */
export type Written = { files: string[]; older: string[] }

/**
 * Looks at the reports that are there before a command runs; what it resolves to looks again, and tells which the command
 * has written. A file is another one when its times, its size or its place on the disk are; a folder when one in it is.
 */
export const watchReports = async (
  patterns: readonly string[],
  io: Pick<Io, 'cwd' | 'stop'>,
): Promise<() => Promise<Written>> => {
  const before = await look(patterns, io)
  return async () => {
    const written: Written = { files: [], older: [] }
    for (const [file, sight] of await look(patterns, io))
      if (sight !== missing) (before.get(file) === sight ? written.older : written.files).push(file)
    return written
  }
}

const missing = 'missing'

const look = async (patterns: readonly string[], io: Pick<Io, 'cwd' | 'stop'>): Promise<Sight> => {
  const sight: Sight = new Map()
  for (const pattern of patterns)
    for (const file of await matches(pattern, io)) if (!sight.has(file)) sight.set(file, await describe(file, io.cwd))
  return sight
}

// That there is nothing yet is what one expects before a test run.
const matches = async (pattern: string, io: Pick<Io, 'cwd' | 'stop'>): Promise<string[]> => {
  try {
    return await findFiles([pattern], io)
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}

const describe = async (file: string, cwd: string): Promise<string> => {
  const path = resolve(cwd, file)
  const seen = await stat(path, { bigint: true }).catch(() => undefined)
  if (!seen) return missing
  const own = [seen.ino, seen.size, seen.mtimeNs, seen.ctimeNs].join(' ')
  if (!seen.isDirectory()) return own
  const inside = (await readdir(path).catch(() => [])).sort()
  return [own, ...(await Promise.all(inside.map((name) => describe(join(path, name), cwd))))].join('\n')
}
