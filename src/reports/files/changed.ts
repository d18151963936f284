import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../system/io.ts'
import { findFiles } from './find.ts'

/** A snapshot of the reports: the fingerprints of each report's files, by its name; and the reports that each pattern matches. */
type Sight = { files: Map<string, readonly string[]>; matched: Map<string, readonly string[]> }

/**
 * The reports that were written since the snapshot (`files`, in the order of the patterns), and the `older` ones. A folder counts as
 * written if one of its files was. `mixed`: those of `files` that also hold older files. `missing`: the patterns without a new report.
 */
export type ChangedFile = { files: string[]; older: string[]; mixed: string[]; missing: string[] }

/**
 * Takes a snapshot of the reports before a command runs. Resolves to a function that looks again and returns the reports that
 * the command has written. A file counts as written if its times, its size or its inode have changed.
 */
export const watchReports = async (
  patterns: readonly string[],
  io: Pick<Io, 'cwd' | 'stop' | 'platform'>,
): Promise<() => Promise<ChangedFile>> => {
  const before = await look(patterns, io)
  return async () => {
    const written: ChangedFile = { files: [], older: [], mixed: [], missing: [] }
    const { files: seen, matched } = await look(patterns, io)
    for (const [report, files] of seen) {
      const known = new Set(before.files.get(report))
      const kept = files.filter((file) => known.has(file)).length
      if (kept < files.length) written.files.push(report)
      else written.older.push(report)
      if (kept > 0 && kept < files.length) written.mixed.push(report)
    }
    for (const [pattern, reports] of matched)
      if (!reports.some((report) => written.files.includes(report))) written.missing.push(pattern)
    return written
  }
}

const look = async (patterns: readonly string[], io: Pick<Io, 'cwd' | 'stop' | 'platform'>): Promise<Sight> => {
  const sight: Sight = { files: new Map(), matched: new Map() }
  for (const pattern of patterns) {
    const reports = await matches(pattern, io)
    sight.matched.set(pattern, reports)
    for (const report of reports) {
      const files = await describe(resolve(io.cwd, report))
      if (files.length > 0) sight.files.set(report, files)
    }
  }
  return sight
}

// Before a test run there are usually no reports yet.
const matches = async (pattern: string, io: Pick<Io, 'cwd' | 'stop' | 'platform'>): Promise<string[]> => {
  try {
    return await findFiles([pattern], io)
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}

/** Returns the fingerprint of the file at a path, or of each file in the folder there; empty if there is none. */
const describe = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined)
  if (!entries) return describeFile(path)
  return (
    await Promise.all(entries.map((entry) => (entry.isFile() ? describeFile(join(path, entry.name)) : [])))
  ).flat()
}

const describeFile = async (path: string): Promise<string[]> => {
  const seen = await stat(path, { bigint: true }).catch(() => undefined)
  return seen ? [[path, seen.ino, seen.size, seen.mtimeNs, seen.ctimeNs].join(' ')] : []
}
