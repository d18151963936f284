import { basename, extname } from 'node:path'
import { UsageError } from '../../errors.ts'
import { type CaseSystem, caseSystemNames } from '../systems.ts'

/**
 * Returns the name of an export, which stands between system and id in the sources of its cases (`csv:web#1`): the given one or, for a
 * CSV of no known system, the name of its file. Undefined if there is no name, or the ids are enough. Throws a UsageError for a given
 * name with Gherkin. DECISIONS 231
 */
export const exportNameOf = (
  file: string,
  { system, name, isGiven }: { system: CaseSystem; name: string | undefined; isGiven: boolean },
): string | undefined => {
  if (isGiven && system === 'gherkin')
    throw new UsageError(
      `--source is not for files of ${caseSystemNames.gherkin}: their cases are known by their paths`,
      {
        hint: 'leave it out',
      },
    )
  if (name !== undefined) return name
  if (system !== 'csv' || file === '-') return undefined
  return basename(file, extname(file)).replaceAll('#', '-').trim() || undefined
}

/** Trims the name of an export. Throws a UsageError if it is empty or could not be read back unambiguously. */
export const parseExportName = (typed: string): string => {
  const name = typed.trim()
  if (name === '' || /[#\p{Cc}]/u.test(name))
    throw new UsageError(`${JSON.stringify(typed)} cannot be the name of an export`, {
      hint: 'a name without #, such as web',
    })
  return name
}

/** Formats the source of a case: its system, the name of the export if it has one, and its id. */
export const formatSource = ({
  system,
  name,
  id,
}: {
  system: CaseSystem
  name: string | undefined
  id: string
}): string => (name === undefined ? `${system}:${id}` : `${system}:${name}#${id}`)

/** Formats the source of one of several cases with the same name and no ids; the first one has no number. DECISIONS 173 */
export const numberedSource = (unnumbered: string, number: number): string =>
  number > 1 ? `${unnumbered} (${number})` : unnumbered

/** Returns the names of the exports of a system that occur in these sources. */
export const exportNamesIn = (sources: Iterable<string | undefined>, system: CaseSystem): Set<string> => {
  const names = new Set<string>()
  for (const source of sources) {
    const [, of, name] = /^([a-z]+):([^#]+)#/.exec(source ?? '') ?? []
    if (of === system && name !== undefined) names.add(name)
  }
  return names
}
