import { join } from 'node:path'
import { readRegularFile } from '../../system/files/regular-file.ts'
import type { CaseSource } from '../sources.ts'
import { type LintFinding, lintCases } from './rules.ts'

/** What was found in files of cases, by file and line, how many cases they have, and the links that were skipped. */
type LintedSource = { findings: LintFinding[]; cases: number; links: readonly string[] }

/** Checks files of cases. */
export const lintSource = async (source: CaseSource): Promise<LintedSource> => {
  const { entries, problems, links = [] } = await source.read()
  const found = [...problems, ...lintCases(entries)].map((finding): LintFinding => {
    const { file, rule, message } = finding
    const near = 'near' in finding ? (finding.near?.split('\n', 1)[0] ?? '') : ''
    return {
      file,
      line: near === '' ? finding.line : (lineWith(join(source.path, file), near) ?? finding.line),
      rule,
      message,
    }
  })
  return { findings: found.sort(byPlace), cases: entries.length, links }
}

const byPlace = (one: LintFinding, other: LintFinding): number =>
  one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1

const lineWith = (path: string, text: string): number | undefined => {
  const at = readRegularFile(path, { most: 64 * 1024 * 1024 })
    .split('\n')
    .findIndex((line) => line.includes(text))
  return at < 0 ? undefined : at + 1
}
