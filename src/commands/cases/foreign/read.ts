import type { ForeignFile } from '../../../cases/foreign/index.ts'
import type { CaseEntry } from '../../../cases/case-content.ts'
import type { FolderCases } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { readTextFile } from '../../shared/input/text.ts'
import type { ForeignFlags, ImportFlags } from './flags.ts'

/** A file of another system that was read to its end. */
export type ReadFile = Omit<ForeignFile, 'cases'> & { isNamed: boolean; entries: CaseEntry[] }

/** One of several feature files that cannot be read, and the reason. */
export type BrokenFile = { file: string; error: UsageError }

/** Returns the faulty places in broken files, with the reasons. */
export const faultsOf = (broken: readonly BrokenFile[]): FolderCases['problems'] =>
  broken.flatMap(({ file, error }) => {
    const issues = error.issues ?? []
    if (issues.length === 0) return [{ file, line: 1, rule: 'unreadable' as const, message: error.message }]
    return issues.map(({ path, message }) => ({
      file,
      line: Number(/:(\d+)$/.exec(path)?.[1] ?? 1),
      rule: 'unreadable' as const,
      message,
    }))
  })

/** Reads files of other systems to their end, so that nothing is sent if one is broken; of several feature files, only it is left out. */
export const readForeign = async (
  context: Context,
  paths: readonly string[],
  flags: ForeignFlags & Pick<ImportFlags, 'stdin'>,
): Promise<{ read: ReadFile[]; broken: BrokenFile[] }> => {
  const foreign = await context.foreignCases()
  const { cwd, stop } = context.io
  const io = flags.stdin ? { cwd, stop, stdin: flags.stdin } : context.io
  const map =
    flags.map === undefined ? undefined : foreign.parseMap(flags.map, await readTextFile(context.io, flags.map))
  const read: ReadFile[] = []
  const broken: BrokenFile[] = []
  // Several feature files, from a folder or by name: a broken one does not stop the others. DECISIONS 274
  const isLenient = paths.length > 1 && paths.every((path) => /\.feature$/i.test(path))
  const name = flags.source === undefined ? undefined : foreign.parseExportName(flags.source)
  const progress = context.progress('reading cases')
  try {
    const readOne = async (path: string): Promise<ReadFile> => {
      const { cases, ...file } = await foreign.openForeign(path, io, {
        from: flags.from,
        encoding: flags.encoding,
        map,
        name,
        gherkin: context.gherkin,
      })
      const entries: CaseEntry[] = []
      for await (const { content, place, covers, unnumbered } of cases) {
        entries.push({ content, place, covers, unnumbered })
        progress.step(1)
      }
      return { ...file, isNamed: name !== undefined || map?.source !== undefined, entries }
    }
    for (const path of paths)
      try {
        read.push(await readOne(path))
      } catch (error) {
        if (!isLenient || !(error instanceof UsageError)) throw error
        broken.push({ file: path, error })
      }
    const [first] = read
    if (!first && broken[0]) throw broken[0].error
    if (first && read.every((file) => file.account().read === 0))
      throw new UsageError(`${first.file} (${first.kind}) has no case in it`, { hint: 'was the right suite exported?' })
  } finally {
    progress.done()
  }
  return { read, broken }
}

/** Warns, before anything is sent, of content that is larger than the embedded service takes. Another service may take more. */
export const warnOfLimits = async (context: Context, read: readonly ReadFile[]): Promise<void> => {
  const { limitsExceeded } = await context.foreignCases()
  const large = read.flatMap(({ entries }) =>
    entries.flatMap(({ content, place }) =>
      limitsExceeded(content).map((what) => `${place.file}:${place.line}: ${what}`),
    ),
  )
  if (large.length === 0) return
  const printer = await context.printer()
  for (const line of large.slice(0, mostSaid)) await printer.warn(line)
  if (large.length > mostSaid)
    await printer.warn(`and ${large.length - mostSaid} more are larger than testctl's own service takes`)
}

const mostSaid = 10
