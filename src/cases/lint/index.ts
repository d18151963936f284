import { join } from 'node:path'
import { readRegularFile } from '../../system/files/regular-file.ts'
import type { CaseSource } from '../sources.ts'
import { type LintFinding, lintCases } from './rules.ts'

/** Looks through files of cases; gives what was found, by file and line, and how many cases there are. */
export const lintSource = async (source: CaseSource): Promise<{ findings: LintFinding[]; cases: number }> => {
  const { entries, problems } = await source.read()
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
  return { findings: found.sort(byPlace), cases: entries.length }
}

const byPlace = (one: LintFinding, other: LintFinding): number =>
  one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1

const lineWith = (path: string, text: string): number | undefined => {
  const at = readRegularFile(path, { most: 64 * 1024 * 1024 })
    .split('\n')
    .findIndex((line) => line.includes(text))
  return at < 0 ? undefined : at + 1
}
