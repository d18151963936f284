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

/** An entry with its case, or with the base line of a case that was deleted; a new entry has neither. */
export type IdentifiedEntry = { entry: CaseEntry; found?: ServiceCase; gone?: BaseLine }

/**
 * Finds the case of each entry by its identifier or, if it has none, by its `source`. Throws a UsageError for an identifier of another
 * project, an unknown one, and one that is in two places: no case is ever created for them.
 */
export const identifyEntries = (sides: Sides): IdentifiedEntry[] => {
  const issues: Issue[] = []
  const refuse: Refuse = (entry, message) => void issues.push({ path: placeOf(entry), message })
  const checkTwice = createTwiceCheck(refuse)
  const lookup = createLookup(sides, refuse)
  const identified = sides.entries.map((entry): IdentifiedEntry => {
    checkTwice(entry)
    return { entry, ...lookup.find(entry) }
  })
  checkCopies(identified, refuse)
  if (issues.length === 0) return identified
  const message = `${issues.length === 1 ? 'an identifier' : `${issues.length} identifiers`} cannot be right; nothing was sent`
  const hint = `correct these, or is it another project than ${sides.project.identifier}?${lookup.hint()}`
  throw new UsageError(message, { issues: issues.slice(0, 20), hint })
}

type Refuse = (entry: CaseEntry, message: string) => void

type Found = Omit<IdentifiedEntry, 'entry'>

/** Refuses an entry whose identifier (or source, if it has no identifier) an earlier entry has. */
const createTwiceCheck = (refuse: Refuse) => {
  const taken = new Map<string, CaseEntry>()
  return (entry: CaseEntry): void => {
    const name = entry.identifier?.toUpperCase() ?? sourceOf(entry.content)
    if (name === undefined) return
    const key = keyOf(name)
    const other = taken.get(key)
    if (!other) {
      taken.set(key, entry)
      return
    }
    const { file, line } = other.place
    const place = file === entry.place.file ? `${file}:${line}` : placeOf(other)
    refuse(entry, `${entry.identifier ?? name} is also in ${place}: remove it from one of them`)
  }
}

/** Finds the case of an entry among those of the service, or its line in the base if the case is gone. */
const createLookup = ({ entries, base, there, bySource, project }: Sides, refuse: Refuse) => {
  const byNumber = new Map(there.map((one) => [one.displayId, one]))
  const gone = new Map([...base.values()].map((line) => [parseIdentifier(line.case)?.displayId, line]))
  // The identifiers that the project may have had before. DECISIONS 344
  const formerly = new Set<string>()
  const unknown: CaseEntry[] = []

  const findBySource = ({ content }: CaseEntry): Found => {
    const source = sourceOf(content)
    const found = source === undefined ? undefined : bySource.get(source)?.[0]
    return found ? { found } : {}
  }
  const findByIdentifier = (entry: CaseEntry, identifier: string): Found => {
    const full = parseIdentifier(identifier)
    if (full && full.project.toUpperCase() !== project.identifier.toUpperCase()) {
      if (byNumber.has(full.displayId) && entry.key === undefined) formerly.add(full.project.toUpperCase())
      refuse(entry, `${identifier} is of the project ${full.project}, not of ${project.identifier}`)
      return {}
    }
    const number = (full ?? parseShortIdentifier(identifier))?.displayId
    const found = byNumber.get(number ?? -1)
    if (found) return { found }
    const line = gone.get(number)
    if (line) return { gone: line }
    refuse(entry, `there is no case ${identifier}: without its identifier it becomes a new one`)
    unknown.push(entry)
    return {}
  }
  return {
    find: (entry: CaseEntry): Found =>
      entry.identifier === undefined ? findBySource(entry) : findByIdentifier(entry, entry.identifier),
    /** Returns the command that corrects all files at once, if the project was renamed or none of several cases is known. */
    hint: (): string => {
      const renamed = renamedHint(formerly, project)
      if (renamed) return renamed
      const [first, ...more] = unknown
      return first && more.length > 0 && unknown.length === entries.length ? ` ${createAnew(first)}` : ''
    },
  }
}

/** Refuses an entry without an identifier that has the source of another entry's case: the copy of a file keeps the source. */
const checkCopies = (identified: readonly IdentifiedEntry[], refuse: Refuse): void => {
  const named = new Map(identified.map(({ entry, found }) => [entry.identifier && found?.id, entry]))
  for (const { entry, found } of identified) {
    const original = entry.identifier === undefined && found && named.get(found.id)
    if (!original) continue
    refuse(entry, `its source is that of ${found.identifier} (${placeOf(original)}): take it away for a new case`)
  }
}

const renamedHint = (formerly: ReadonlySet<string>, { identifier }: CaseProject): string => {
  const [before, ...others] = formerly
  if (before === undefined || others.length > 0) return ''
  return ` if ${before} is called ${identifier} now: ${changeHeads('FOLDER', `s/^case: ${before}-/case: ${identifier}-/`)}`
}

/** Returns the number of an identifier, written short or in full; any other name unchanged. */
const keyOf = (name: string): string => {
  const parsed = parseIdentifier(name) ?? parseShortIdentifier(name)
  return parsed ? String(parsed.displayId) : name
}
