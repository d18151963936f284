import { join } from 'node:path'
import type { CaseSource } from '../sources.ts'
import { createLineFinder } from './find-line.ts'
import { type LintFinding, lintCases } from './rules.ts'

/** The findings in files of cases, by file and line; the number of cases; the files that are not cases; the links that were skipped. */
type LintedSource = {
  findings: LintFinding[]
  cases: number
  strangers: readonly string[]
  links: readonly string[]
}

/** Checks files of cases. */
export const lintSource = async (source: CaseSource): Promise<LintedSource> => {
  const { entries, problems, strangers, links = [] } = await source.read()
  const nextLines = new Map(
    entries.flatMap(({ place: { file, line } }, at) => {
      const next = entries[at + 1]?.place
      return next?.file === file ? [[`${file}:${line}`, next.line] as const] : []
    }),
  )
  const findLine = createLineFinder((file) => join(source.path, file))
  const found = lintCases(entries).map((finding): LintFinding => {
    const { file, rule, message } = finding
    return { file, line: findLine({ finding, before: nextLines.get(`${file}:${finding.line}`) }), rule, message }
  })
  return { findings: [...problems, ...found].sort(byPlace), cases: entries.length, strangers, links }
}

const byPlace = (one: LintFinding, other: LintFinding): number =>
  one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1
