import { basename, extname } from 'node:path'
import { UsageError } from '../../errors.ts'
import { type CaseSystem, caseSystemNames } from '../systems.ts'

/**
 * The name of an export, which its cases bear between their system and their id (`csv:web#1`): the one that was given, else of a
 * CSV of no known system that of its file. Undefined where the ids of the system say enough. DECISIONS 231
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

/** Checks the name of an export: one that could be read back in two ways is a UsageError. */
export const parseExportName = (typed: string): string => {
  const name = typed.trim()
  if (name === '' || /[#\p{Cc}]/u.test(name))
    throw new UsageError(`${JSON.stringify(typed)} cannot be the name of an export`, {
      hint: 'a name without #, such as web',
    })
  return name
}

/** What a case of an export is known by: its system, the name of the export where it has one, and its id. */
export const formatSource = ({
  system,
  name,
  id,
}: {
  system: CaseSystem
  name: string | undefined
  id: string
}): string => (name === undefined ? `${system}:${id}` : `${system}:${name}#${id}`)

/** The source of one of several cases that have no ids and are called the same. DECISIONS 173 */
export const numberedSource = (unnumbered: string, number: number): string =>
  number > 1 ? `${unnumbered} (${number})` : unnumbered

/** The names of the exports of a system that cases came from, by their sources. */
export const exportNamesIn = (sources: Iterable<string | undefined>, system: CaseSystem): Set<string> => {
  const names = new Set<string>()
  for (const source of sources) {
    const [, of, name] = /^([a-z]+):([^#]+)#/.exec(source ?? '') ?? []
    if (of === system && name !== undefined) names.add(name)
  }
  return names
}
