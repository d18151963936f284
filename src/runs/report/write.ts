import { resolve } from 'node:path'
import type { Io } from '../../system/io.ts'
import { writeUserFile } from '../../system/files/write-user-file.ts'
import type { PageUrl } from '../../config/page-url.ts'
import { toBadge } from '../export/badge.ts'
import { toGitlab } from '../export/gitlab.ts'
import { toHtml } from '../export/html/index.ts'
import { toMarkdown } from '../export/markdown.ts'
import { toSlack, toTeams } from '../export/messages.ts'
import { toCtrf, toJunit } from '../export/test-reports.ts'
import type { ReadReport } from './read.ts'

/** The formats of a report, by the flag that names the file. */
export type ReportFileFormat = 'html' | 'markdown' | 'junit' | 'ctrf' | 'badge' | 'slack' | 'teams' | 'gitlab'

/** The files that a report goes into. */
export type ReportFiles = Partial<Record<ReportFileFormat, string | undefined>>

/** How much a report shows, and the addresses of the pages that it links to. */
type HowToWrite = { full: boolean; pageUrl: PageUrl | undefined }

/** Writes a report into files, each whole or not at all. Throws a UsageError if a file cannot be written. */
export const writeReport = async (
  read: ReadReport,
  { files, io, ...how }: HowToWrite & { files: ReportFiles; io: Pick<Io, 'cwd' | 'stop'> },
): Promise<void> => {
  for (const [format, name] of Object.entries(files)) {
    const write = writers[format as ReportFileFormat]
    if (name !== undefined) await writeUserFile(write(read, how), { path: resolve(io.cwd, name), name, stop: io.stop })
  }
}

const writers: Record<ReportFileFormat, (read: ReadReport, how: HowToWrite) => Iterable<string>> = {
  html: ({ report }) => toHtml(report),
  markdown: ({ report }, how) => [toMarkdown(report, how)],
  junit: ({ report: { subject }, states }) => toJunit(states, subject.name || (subject.identifier ?? subject.id)),
  ctrf: ({ states }) => toCtrf(states),
  badge: ({ report }) => [toBadge(report)],
  slack: ({ report }, { pageUrl }) => [toSlack(report, pageUrl)],
  teams: ({ report }, { pageUrl }) => [toTeams(report, pageUrl)],
  gitlab: ({ report }, { pageUrl }) => [toGitlab(report, pageUrl)],
}
