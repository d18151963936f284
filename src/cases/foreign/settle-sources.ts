import { UsageError } from '../../errors.ts'
import { quoteWord } from '../../system/shell-line.ts'
import type { CaseBase } from '../base/index.ts'
import { basesOf } from '../base/line.ts'
import { type CaseEntry, sourceField, sourceOf, withSource } from '../case-content.ts'
import { fieldsOf, hashOf } from '../fields.ts'
import { casesBySource } from '../plan/by-source.ts'
import type { ConflictChoices } from '../plan/choice.ts'
import type { ServiceCase } from '../service-cases.ts'
import type { CaseSystem } from '../systems.ts'
import { exportNamesIn, formatSource } from './export-name.ts'
import { createFolderMatch, type MovedEntry } from './other-folder.ts'
import { type FoundEntry, matchByName } from './other-ids.ts'
import { settleNumbers } from './settle-numbers.ts'

/** A file that was read: its system, the name of its export, and whether the user gave that name. */
export type SettledFile = {
  file: string
  system: CaseSystem
  name: string | undefined
  isNamed: boolean
  entries: readonly CaseEntry[]
}

type Sides = { base: CaseBase; there: readonly ServiceCase[] }

/**
 * Finds the cases of the service that the entries of exports belong to, if an id alone does not tell. Throws a UsageError that names
 * both sides if a file has other cases under known ids, known cases under ids of another form or under another export name, or scenarios
 * that were imported from another folder than `cwd` or from a file that was moved since. With `--ours all` these count as the same cases
 * instead, except under another export name. Cases from a CSV whose name was not stored yet keep their sources.
 * DECISIONS 231, 406, 443, 490
 */
export const settleSources = (
  sides: Sides,
  { files, choices, cwd }: { files: readonly SettledFile[]; choices: ConflictChoices; cwd: string },
): CaseEntry[] => {
  const bySource = casesBySource(sides.there, sides.base)
  const numbered = files.map((file) =>
    file.system === 'gherkin'
      ? file
      : { ...file, entries: settleNumbers(file.entries, { base: sides.base, bySource }) },
  )
  const claimed = new Set(numbered.flatMap(({ entries }) => entries.map(({ content }) => sourceOf(content))))
  const matchFromOtherFolder = createFolderMatch({ base: sides.base, bySource, claimed }, cwd)
  return numbered.flatMap((file) => {
    const { system, name, isNamed, entries } = file
    if (system === 'gherkin') {
      const moved = matchFromOtherFolder(entries)
      if (moved.length > 0 && choices.ours.includes('all')) return withIdentifiers(entries, moved)
      // Another repository may have equal scenarios, in files that do not exist here.
      const refused = choices.theirs.includes('all') ? moved.filter(({ isGone }) => !isGone) : moved
      if (refused.length > 0 && refused.length * 2 >= entries.length) throw otherFolder(file, refused)
      return entries
    }
    const prefix = formatSource({ system, name, id: '' })
    const matchesIn = (other: string | undefined): FoundEntry[] =>
      entries.flatMap((entry) => {
        const id = sourceOf(entry.content)?.slice(prefix.length) ?? ''
        const [found] = bySource.get(formatSource({ system, name: other, id })) ?? []
        return found ? [{ entry, found }] : []
      })
    const own = matchesIn(name)
    // `--theirs all` settles only conflicts: a field that is unchanged in the service would still be overwritten.
    if (areOthers(own, sides) && !choices.ours.includes('all')) throw otherCases(file, own, sides)
    const { matches: renamed, most } = matchByName(file, { base: sides.base, bySource, claimed })
    // Even if they are few: an import that was stopped halfway leaves only the rest of them.
    if (renamed.length > 0 && choices.ours.includes('all')) return withIdentifiers(entries, renamed)
    const isMost = renamed.length * 2 >= (own.length > 0 ? entries.length : most)
    if (renamed.length > 0 && isMost) throw otherIds(file, renamed)
    if (isNamed) return entries
    const settled = new Set(own.map(({ entry }) => entry))
    const earlier = name === undefined ? [] : matchesIn(undefined).filter(({ entry }) => !settled.has(entry))
    if (earlier.length > 0 && !areOthers(earlier, sides)) return withSources(entries, earlier)
    if (own.length > 0) return entries
    for (const other of exportNamesIn(bySource.keys(), system)) {
      const matches = matchesIn(other)
      if (matches.length > 0 && !areOthers(matches, sides)) throw sameCases(file, other, matches)
    }
    return entries
  })
}

/** Whether at least half of the entries have neither the name nor the steps of the cases with their ids. */
const areOthers = (matches: readonly FoundEntry[], sides: Sides): boolean =>
  matches.length > 0 && matches.filter((one) => !isSame(one, sides)).length * 2 >= matches.length

/** Whether an entry has the name or the steps that its case has in the service, or had when it was last imported. */
const isSame = ({ entry, found }: FoundEntry, { base }: Sides): boolean => {
  const [here, there] = [fieldsOf(entry.content), fieldsOf(found.content)]
  const fields = entry.content.steps.length > 0 ? ['name', 'steps'] : ['name']
  return fields.some((field) => {
    const now = hashOf(here, field)
    return now === hashOf(there, field) || now === basesOf(base.get(found.id), field)?.here
  })
}

/** Gives entries the sources of the cases that they were matched with. */
const withSources = (entries: readonly CaseEntry[], matches: readonly FoundEntry[]): CaseEntry[] => {
  const found = new Map(matches.map((one) => [one.entry, one.found]))
  return entries.map((entry) => {
    const source = found.get(entry)?.content.customFields[sourceField]
    return source === undefined ? entry : withSource(entry, source)
  })
}

/** Gives entries the identifiers of the cases that they were matched with. */
const withIdentifiers = (entries: readonly CaseEntry[], matches: readonly FoundEntry[]): CaseEntry[] => {
  const found = new Map(matches.map((one) => [one.entry, one.found.identifier]))
  return entries.map((entry) => ({ ...entry, identifier: found.get(entry) ?? entry.identifier }))
}

const otherCases = ({ file }: SettledFile, matches: readonly FoundEntry[], sides: Sides): UsageError => {
  const others = matches.filter((one) => !isSame(one, sides))
  return new UsageError(`${file} has other cases under IDs that were imported before; nothing was sent`, {
    issues: others.slice(0, 5).map(pairOf),
    hint: 'another export: --source NAME gives its cases IDs of their own; the same one, rewritten: --ours all',
  })
}

const otherIds = ({ file }: SettledFile, matches: readonly FoundEntry[]): UsageError =>
  new UsageError(`${file} has cases that were imported under other IDs before; nothing was sent`, {
    issues: matches.slice(0, 5).map(pairOf),
    hint: 'the same cases, read otherwise: --ours all, or delete them first; other cases: --source NAME',
  })

const sameCases = ({ file, name }: SettledFile, other: string, matches: readonly FoundEntry[]): UsageError =>
  new UsageError(`${file} has cases that were imported from ${other} before; nothing was sent`, {
    issues: matches.slice(0, 5).map(pairOf),
    hint: `a new export of them: --source ${quoteWord(other)}; other cases: --source ${quoteWord(name ?? 'NAME')}`,
  })

const otherFolder = ({ file }: SettledFile, matches: readonly MovedEntry[]): UsageError => {
  const isGone = matches.every((one) => one.isGone)
  const from = isGone ? 'a file that is gone' : 'another folder'
  return new UsageError(`${file} has scenarios that were imported from ${from} before; nothing was sent`, {
    issues: matches.slice(0, 5).map(pairOf),
    hint: isGone
      ? 'if it was moved or renamed, --ours all gives the cases its path; if these are other scenarios: --theirs all'
      : 'import it from the folder where these paths begin; to give the cases the paths from here: --ours all',
  })
}

const pairOf = ({ entry: { content, place }, found }: FoundEntry) => ({
  path: `${place.file}:${place.line}`,
  message: `${JSON.stringify(content.name)}; ${sourceOf(found.content)} is ${found.identifier} ${JSON.stringify(found.content.name)}`,
})
