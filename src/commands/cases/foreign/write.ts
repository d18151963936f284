import { join, resolve } from 'node:path'
import type { Context } from '../../../composition/context.ts'
import { PartialError, UsageError } from '../../../errors.ts'
import { counted } from '../../../output/text/count.ts'
import { quoteWord } from '../../../system/shell-line.ts'
import { writeUserFile } from '../../../system/files/write-user-file.ts'
import { checkOutput } from './check-output.ts'
import type { ForeignFlags } from './flags.ts'
import { type BrokenFile, faultsOf, type ReadFile } from './read.ts'
import { endOfReading, reportLosses } from './report-losses.ts'

/** Writes the cases of other systems into a folder, one Markdown file each, for the user to check and then import. */
export const writeFolder = async (
  context: Context,
  { read, broken }: { read: readonly ReadFile[]; broken: readonly BrokenFile[] },
  flags: ForeignFlags & { to?: string },
): Promise<void> => {
  const { io } = context
  const name = flags.to ?? ''
  const folder = resolve(io.cwd, name)
  const files = await context.caseFiles()
  if ((await files.isFolder(folder)) === false)
    throw new UsageError(`${name} is not a folder`, { hint: 'name a new folder; testctl creates it' })
  const taken = await files.namesIn(folder)
  if ([...taken].some((file) => /\.(md|markdown)$/.test(file)))
    throw new UsageError(`${name} has files of Markdown in it already`, { hint: 'name a new folder' })
  const isDryRun = context.flags().dryRun ?? false
  const printer = await context.planPrinter()
  const entries = read.flatMap((file) => file.entries)
  const names = isDryRun ? [] : await files.writeCases(entries, { folder, taken, stop: io.stop })
  const told = read.map((file) => ({
    file,
    outcome: { [isDryRun ? 'to be written' : 'written']: file.entries.length },
  }))
  const said = `${isDryRun ? 'Would write' : 'Wrote'} ${counted(entries.length, 'case')} into ${name}`
  await printer.answer(
    { folder: name, files: names, cases: entries.length },
    printer.format === 'quiet' ? names.map((file) => join(name, file)) : [said],
  )
  await reportLosses(context, told, flags)
  const end = endOfReading(told, flags) ?? endOfBroken(broken)
  if (end) throw end
}

const endOfBroken = (broken: readonly BrokenFile[]): PartialError | undefined =>
  broken.length === 0
    ? undefined
    : new PartialError(`${counted(broken.length, 'file')} could not be read; the others were`, {
        issues: faultsOf(broken)
          .slice(0, 20)
          .map(({ file, line, message }) => ({ path: `${file}:${line}`, message })),
        hint: 'fix these lines',
      })

/** Writes a suggested map of the columns of a CSV, which the user edits and passes to `--map`. */
export const writeMap = async (
  context: Context,
  [path = '', ...others]: readonly string[],
  name: string,
  { encoding }: ForeignFlags,
): Promise<void> => {
  if (others.length > 0) throw new UsageError('--write-map reads one CSV', { hint: `${path} or ${others[0]}` })
  await checkOutput(context, { flag: '--write-map', name }, [path])
  const { io } = context
  const foreign = await context.foreignCases()
  const guess = await foreign.guessMapOf(path, io, encoding)
  if (!guess)
    throw new UsageError(`--write-map is for CSV, and ${path} is not CSV`, {
      hint: `its system is detected: testctl cases import ${quoteWord(path)} --dry-run`,
    })
  const { map, columns } = guess
  const text = map ? foreign.formatMap(map) : foreign.formatEmptyMap(columns)
  await writeUserFile([text], { path: resolve(io.cwd, name), name, stop: io.stop })
  const said = map
    ? `Wrote ${name}: edit it, then import with --map ${name}`
    : `Wrote ${name}, to fill in: no column looks like the names of cases; testctl help case-files says what its keys mean`
  const printer = await context.printer()
  await printer.answer(JSON.parse(text), [printer.format === 'quiet' ? name : said])
}
