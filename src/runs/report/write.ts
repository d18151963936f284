import { resolve } from 'node:path'
import type { Io } from '../../system/io.ts'
import { writeWhole } from '../../system/files/write-whole.ts'
import { toBadge } from '../export/badge.ts'
import { toHtml } from '../export/html/index.ts'
import { toMarkdown } from '../export/markdown.ts'
import { toSlack, toTeams } from '../export/messages.ts'
import { toCtrf, toJunit } from '../export/test-reports.ts'
import type { ReadReport } from './read.ts'

/** What a report can be written as, by the flag that names the file. */
export type ReportFormat = 'html' | 'markdown' | 'junit' | 'ctrf' | 'badge' | 'slack' | 'teams'

/** The files that a report goes into. */
export type ReportFiles = Partial<Record<ReportFormat, string | undefined>>

/** Writes a report into files, each whole or not at all. One that cannot be written is a UsageError. */
export const writeReport = async (
  read: ReadReport,
  { files, full, io }: { files: ReportFiles; full: boolean; io: Pick<Io, 'cwd' | 'stop'> },
): Promise<void> => {
  for (const [format, name] of Object.entries(files)) {
    const write = writers[format as ReportFormat]
    if (name !== undefined) await writeWhole(write(read, full), { path: resolve(io.cwd, name), name, stop: io.stop })
  }
}

const writers: Record<ReportFormat, (read: ReadReport, full: boolean) => Iterable<string>> = {
  html: ({ report }) => toHtml(report),
  markdown: ({ report }, full) => [toMarkdown(report, { full })],
  junit: ({ report: { subject }, states }) => toJunit(states, subject.name || (subject.identifier ?? subject.id)),
  ctrf: ({ states }) => toCtrf(states),
  badge: ({ report }) => [toBadge(report)],
  slack: ({ report }) => [toSlack(report)],
  teams: ({ report }) => [toTeams(report)],
}
