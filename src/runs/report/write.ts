import { resolve } from 'node:path'
import { writeWhole } from '../../system/files/write-whole.ts'
import type { Io } from '../../system/io.ts'
import { toHtml } from '../export/html/index.ts'
import type { Report } from './model.ts'

/** What a report can be written as, each into a file. */
export const reportFormats = ['html'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Writes a report into files, each whole or not at all. One that cannot be written is a UsageError. */
export const writeReport = async (
  report: Report,
  { files, io }: { files: Partial<Record<ReportFormat, string | undefined>>; io: Pick<Io, 'cwd' | 'stop'> },
): Promise<void> => {
  for (const format of reportFormats) {
    const name = files[format]
    if (name === undefined) continue
    await writeWhole(writers[format](report), { path: resolve(io.cwd, name), name, stop: io.stop })
  }
}

const writers: Record<ReportFormat, (report: Report) => Iterable<string>> = { html: toHtml }
