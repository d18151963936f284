import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { ConflictChoices } from '../../../cases/index.ts'
import { type CaseSystem, caseSystems } from '../../../cases/systems.ts'
import type { Context } from '../../../composition/context.ts'
import type { InputStream } from '../../../system/io.ts'
import { UsageError } from '../../../errors.ts'
import { isEncoding } from '../../../system/files/text.ts'
import { choose } from '../../shared/input/choices.ts'
import { warnOfLinks } from '../files/read.ts'

/** The flags of an import from another system. */
export type ForeignFlags = {
  from?: CaseSystem
  to?: string
  map?: string
  writeMap?: string
  source?: string
  encoding?: string
  report?: string
}

/** All flags of `cases import` that apply to files of other systems. */
export type ImportFlags = ForeignFlags & {
  choices: ConflictChoices
  diff?: boolean
  exitCode?: boolean
  prune?: boolean
  /** The stream to read for `-`, if stdin was consumed to detect its content. */
  stdin?: InputStream | undefined
}

/** Gives `cases import` the flags for files of other systems. */
export const foreignFlags = (command: Command): Command =>
  command
    .option('--from <system>', `the system of the files, without detection: ${caseSystems.join(', ')}`, (typed) =>
      choose('system', typed, caseSystems),
    )
    .option(
      '--to <folder>',
      'convert the export of another system to Markdown files, to check them first; nothing is sent',
    )
    .option('--map <file>', 'map the columns of a CSV as this file says')
    .option('--write-map <file>', 'write a suggested map of the columns of a CSV, for you to edit; nothing is imported')
    .option(
      '--source <name>',
      'name of the export, if other cases have the same IDs (default for a CSV: its file name)',
    )
    .option(
      '--encoding <name>',
      'encoding of the file, such as windows-1252 (default: UTF-8, or by its byte order mark)',
      parseEncoding,
    )
    .option('--report <file>', 'write what was read and what was lost to this file')

/** Parses the name of an encoding. Throws a UsageError if there is none of this name. */
export const parseEncoding = (typed: string): string => {
  if (isEncoding(typed)) return typed
  throw new UsageError(`there is no encoding ${JSON.stringify(typed)}`, {
    hint: 'such as utf-8, utf-16le, windows-1252, shift_jis',
  })
}

/** The part of the help of `cases import` about other systems. */
export const foreignExplanation = `
The export of another system is detected by its content: XML and CSV of
TestRail, XML of TestLink and Zephyr Scale, CSV and JSON of Qase, JSON of Xray,
CSV of Azure Test Plans, feature files of Gherkin (a folder of them too), and
any other CSV with a heading line, such as name,steps,expected. Fields that a
case does not have become custom fields; content that is lost is listed. A
second import finds the cases again by their custom field source: testrail:C1,
csv:export#1 with the name of the file, or gherkin: with the path from this
folder and the scenario. If a file has the IDs of other cases that were imported
before, nothing is imported; --source gives the export a name of its own. A case
that was imported, and deleted in the service since, stays deleted; --ours
WEB-C12 creates it anew. Exit code 7: something cannot be read; the rest is
imported.`

/** Separates paths of testctl's own cases from files of other systems. Expands folders of feature files into their files. */
export const partPaths = async (
  context: Context,
  paths: readonly string[],
  flags: ForeignFlags,
): Promise<{ own: string[]; foreign: string[] }> => {
  const files = await context.caseFiles()
  const flag = foreignFlagIn(flags)
  // With `--from` or `--map`, any CSV or JSON is read as one of another system.
  const isOrdered = flags.from !== undefined || flags.map !== undefined
  const own: string[] = []
  const foreign: string[] = []
  for (const path of paths) {
    const isFolder = path === '-' ? false : await files.isFolder(resolve(context.io.cwd, path))
    const features = isFolder ? await files.findFeatures(resolve(context.io.cwd, path), path) : undefined
    if (features && features.paths.length > 0) {
      for (const name of features.paths) foreign.push(join(path, name))
      await warnOfLinks(context, { links: features.links, name: path })
      continue
    }
    const isOwn =
      isFolder !== false ||
      /\.(md|markdown)$/i.test(path) ||
      (!isOrdered && path !== '-' && files.formIn(resolve(context.io.cwd, path), flags.encoding) !== undefined)
    ;(isOwn ? own : foreign).push(path)
  }
  if (flag !== undefined && own.length > 0)
    throw new UsageError(`${flag} is for a file of another system, which ${own[0]} is not`, {
      hint: 'name a file such as export.csv',
    })
  const [notCsv] = flags.encoding === undefined ? [] : own.filter((path) => !/\.csv$/i.test(path))
  if (notCsv !== undefined)
    throw new UsageError(`--encoding is for CSV and files of other systems, and ${notCsv} is neither`, {
      hint: 'Markdown, JSON and YAML are UTF-8: leave it out',
    })
  return { own, foreign }
}

/** Returns a given flag that is only for files of other systems, if any; not `--encoding`, which a CSV of ours may need, too. */
export const foreignFlagIn = (flags: ForeignFlags): string | undefined => {
  const [name] = Object.entries(flags).find(([key, value]) => value !== undefined && foreignOnly.has(key)) ?? []
  return foreignOnly.get(name ?? '')
}

const foreignOnly = new Map([
  ['from', '--from'],
  ['to', '--to'],
  ['map', '--map'],
  ['writeMap', '--write-map'],
  ['source', '--source'],
  ['report', '--report'],
])
