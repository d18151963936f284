import { appendFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { PageUrl } from '../../config/page-url.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'
import type { Io } from '../../system/io.ts'
import { writeUserFile } from '../../system/files/write-user-file.ts'
import { mostBytes, toMarkdown } from './markdown.ts'
import { reportOfRun } from '../report/run-report.ts'
import type { RunState } from '../status/index.ts'
import { toCtrf, toJunit } from './test-reports.ts'

/** The files to write, by what goes into them. */
export type Exports = { junit?: string | undefined; ctrf?: string | undefined; summary?: string | undefined }

/** Writes the state of a run into files, each whole or not at all. Throws a UsageError if a file cannot be written. DECISIONS 52 */
export const writeExports = async (
  state: RunState,
  { files, io, pageUrl }: { files: Exports; io: Pick<Io, 'cwd' | 'stop'>; pageUrl: PageUrl | undefined },
): Promise<void> => {
  const write = async (name: string | undefined, pieces: () => Iterable<string>) => {
    if (name !== undefined) await writeUserFile(pieces(), { path: resolve(io.cwd, name), name, stop: io.stop })
  }
  const { run } = state
  await write(files.junit, () => toJunit([state], run.name || (run.identifier ?? run.id)))
  await write(files.ctrf, () => toCtrf([state]))
  await write(files.summary, () => [toMarkdown(reportOfRun(state), { pageUrl })])
}

/**
 * Appends the state of a run to the summary of a step that GitHub shows. No flag asked for it, so a failure is
 * not thrown but returned as a sentence; so is a summary that has no room left.
 */
export const appendSummary = async (
  state: RunState,
  { path, pageUrl }: { path: string; pageUrl: PageUrl | undefined },
): Promise<string | undefined> => {
  try {
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    )
    const room = mostBytes - size - 1
    if (room < leastRoom) return 'the summary of this step is full: nothing was added to it'
    await appendFile(path, `${toMarkdown(reportOfRun(state), { most: Math.min(room, 1_000_000), pageUrl })}\n`)
    return undefined
  } catch (error) {
    return `the summary of this step cannot be written: ${diskProblem(error) ?? String(error)}`
  }
}

// With less room, there would be no more than a title.
const leastRoom = 4000
