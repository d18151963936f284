import { parseIdentifier, parseShortIdentifier } from '../../contract/identifiers.ts'
import { type Issue, UsageError } from '../../errors.ts'
import type { CaseBase } from '../base/index.ts'
import type { BaseLine } from '../base/line.ts'
import { type CaseEntry, changeHeads, createAnew, placeOf, sourceOf } from '../case-content.ts'
import type { CaseProject, ServiceCase } from '../service-cases.ts'
import type { CasesOfSource } from './by-source.ts'

type Sides = {
  entries: readonly CaseEntry[]
  base: CaseBase
  there: readonly ServiceCase[]
  bySource: ReadonlyMap<string, CasesOfSource>
  project: CaseProject
}

/** An entry, the case that it is of, or the line of one that is gone; neither of a new one. */
export type IdentifiedEntry = { entry: CaseEntry; found?: ServiceCase; gone?: BaseLine }

/**
 * Finds the case of each entry: by its identifier, else by where it came from (`source`). An identifier that is of another
 * project, that nothing is known of, or that stands in two places is a UsageError: nothing is ever created for it.
 */
export const identifyEntries = ({ entries, base, there, bySource, project }: Sides): IdentifiedEntry[] => {
  const byNumber = new Map(there.map((one) => [one.displayId, one]))
  const gone = new Map([...base.values()].map((line) => [parseIdentifier(line.case)?.displayId, line]))
  const taken = new Map<string, CaseEntry>()
  const issues: Issue[] = []
  // The identifiers that the project may have had before. DECISIONS 344
  const formerly = new Set<string>()
  const unknown: CaseEntry[] = []
  const refuse = (entry: CaseEntry, message: string) => issues.push({ path: placeOf(entry), message })
  const identified = entries.map((entry): IdentifiedEntry => {
    const source = sourceOf(entry.content)
    const name = entry.identifier?.toUpperCase() ?? source
    const other = name === undefined ? undefined : taken.get(keyOf(name))
    if (name !== undefined && other) {
      const { file, line } = other.place
      const place = file === entry.place.file ? `${file}:${line}` : placeOf(other)
      refuse(entry, `${entry.identifier ?? name} stands in ${place} as well: remove it from one of them`)
    }
    if (name !== undefined && !other) taken.set(keyOf(name), entry)
    if (entry.identifier === undefined) {
      const found = source === undefined ? undefined : bySource.get(source)?.[0]
      return found ? { entry, found } : { entry }
    }
    const full = parseIdentifier(entry.identifier)
    if (full && full.project.toUpperCase() !== project.identifier.toUpperCase()) {
      if (byNumber.has(full.displayId) && entry.key === undefined) formerly.add(full.project.toUpperCase())
      refuse(entry, `${entry.identifier} is of the project ${full.project}, not of ${project.identifier}`)
      return { entry }
    }
    const number = (full ?? parseShortIdentifier(entry.identifier))?.displayId
    const found = byNumber.get(number ?? -1)
    const line = gone.get(number)
    if (found) return { entry, found }
    if (line) return { entry, gone: line }
    refuse(entry, `there is no case ${entry.identifier}: without its identifier it becomes a new one`)
    unknown.push(entry)
    return { entry }
  })
  // Who copies a file for a new case takes its identifier away, and leaves its source.
  const named = new Map(identified.map(({ entry, found }) => [entry.identifier && found?.id, entry]))
  for (const { entry, found } of identified) {
    const original = entry.identifier === undefined && found && named.get(found.id)
    if (!original) continue
    refuse(entry, `its source is that of ${found.identifier} (${placeOf(original)}): take it away for a new case`)
  }
  if (issues.length === 0) return identified
  throw new UsageError(
    `${issues.length === 1 ? 'an identifier' : `${issues.length} identifiers`} cannot be right; nothing was sent`,
    {
      issues: issues.slice(0, 20),
      hint: `correct these, or is it another project than ${project.identifier}?${
        renamedHint(formerly, project) ||
        (unknown.length > 1 && unknown.length === entries.length ? ` ${createAnew(unknown[0]!)}` : '')
      }`,
    },
  )
}

const renamedHint = (formerly: ReadonlySet<string>, { identifier }: CaseProject): string => {
  const [before, ...others] = formerly
  if (before === undefined || others.length > 0) return ''
  return ` if ${before} is called ${identifier} now: ${changeHeads('FOLDER', `s/^case: ${before}-/case: ${identifier}-/`)}`
}

/** The number alone of what is written short or whole. */
const keyOf = (name: string): string => {
  const parsed = parseIdentifier(name) ?? parseShortIdentifier(name)
  return parsed ? String(parsed.displayId) : name
}
