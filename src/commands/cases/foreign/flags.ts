import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { CaseSource, Choices } from '../../../cases/index.ts'
import { type System, systems } from '../../../cases/systems.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { choose } from '../../shared/input/choices.ts'

/** The flags of an import from another system. */
export type ForeignFlags = {
  from?: System
  to?: string
  map?: string
  writeMap?: string
  encoding?: string
  report?: string
}

/** What else counts for it of the flags of an import. */
export type ImportFlags = ForeignFlags & { choices: Choices; diff?: boolean; exitCode?: boolean; prune?: boolean }

/** Gives `cases import` the flags for files of other systems. */
export const foreignFlags = (command: Command): Command =>
  command
    .option('--from <system>', `the system of the files, without detection: ${systems.join(', ')}`, (typed) =>
      choose('system', typed, systems),
    )
    .option('--to <folder>', 'write the cases of another system as Markdown files to look at first; nothing is sent')
    .option('--map <file>', 'read any CSV by this map of its columns')
    .option('--write-map <file>', 'write the map that the columns of a CSV suggest, to be edited; nothing is imported')
    .option('--encoding <name>', 'encoding of the file, such as windows-1252 (default: UTF-8, or its mark)')
    .option('--report <file>', 'write a report of all that was read and lost into this file')

/** What the help page of `cases import` says of other systems. */
export const foreignExplanation = `
A file of another system is recognised by its content: XML and CSV of TestRail,
XML of TestLink and Zephyr Scale, CSV and JSON of Qase, JSON of Xray, CSV of
Azure Test Plans, and any CSV. Fields that a case does not have become custom
fields; content that is lost is listed. A second import finds its cases by the
field source (testrail:C1). Exit code 7: something cannot be read; the rest
is imported.`

/** The paths in two: those that are cases of testctl, and the files of other systems. */
export const partPaths = async (
  context: Context,
  paths: readonly string[],
  flags: ForeignFlags,
): Promise<{ own: string[]; foreign: string[] }> => {
  const files = await context.caseFiles()
  const isForeign = Object.entries(flags).some(([name, value]) => value !== undefined && foreignOnly.has(name))
  const own: string[] = []
  const foreign: string[] = []
  for (const path of paths) {
    const isFolder = path === '-' ? false : await files.isFolder(resolve(context.io.cwd, path))
    const isOwn =
      isFolder !== false ||
      /\.(md|markdown)$/i.test(path) ||
      // Any CSV or JSON may be read as one of another system, where that is ordered.
      (!isForeign && path !== '-' && (await files.formIn(resolve(context.io.cwd, path))) !== undefined)
    ;(isOwn ? own : foreign).push(path)
  }
  const [flag] = Object.entries(flags).find(([name, value]) => value !== undefined && foreignOnly.has(name)) ?? []
  if (flag && own.length > 0)
    throw new UsageError(`${foreignOnly.get(flag)} is for a file of another system, which ${own[0]} is not`, {
      hint: 'name a file such as export.csv',
    })
  return { own, foreign }
}

const foreignOnly = new Map([
  ['from', '--from'],
  ['to', '--to'],
  ['map', '--map'],
  ['writeMap', '--write-map'],
  ['encoding', '--encoding'],
  ['report', '--report'],
])

/** How a file of another system is called where plans are told. */
export const namedAs = (name: string): Pick<CaseSource, 'name'> => ({ name })
