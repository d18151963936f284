import { resolve } from 'node:path'
import type { ImportOutcome } from '../../../cases/foreign/index.ts'
import type { Context } from '../../../composition/context.ts'
import { PartialError, UsageError } from '../../../errors.ts'
import { counted } from '../../../output/text/count.ts'
import { writeUserFile } from '../../../system/files/write-user-file.ts'
import type { ForeignFlags } from './flags.ts'
import type { ReadFile } from './read.ts'

type ToldFile = { file: ReadFile; outcome: ImportOutcome }

/** Reports what became of everything that was read: in short on stderr, and in full in the file of `--report`. */
export const reportLosses = async (
  context: Context,
  told: readonly ToldFile[],
  { report }: ForeignFlags,
): Promise<void> => {
  const foreign = await context.foreignCases()
  const printer = await context.printer()
  for (const { file, outcome } of told) {
    const account = file.account()
    const said = `${file.file} (${file.kind}): ${foreign.balanceOf(account, outcome)}`
    const losses = foreign.lossesOf(account)
    const lines = [said, ...losses, ...foreign.remarksOf(account)].join('\n  ')
    await (losses.length > 0 ? printer.warn(lines) : printer.note(lines))
  }
  if (report === undefined) return
  const texts = told.map(({ file, outcome }) =>
    foreign.reportOf({ file: file.file, kind: file.kind, account: file.account(), outcome }),
  )
  const { cwd, stop } = context.io
  await writeUserFile([texts.join('\n')], { path: resolve(cwd, report), name: report, stop })
}

/** Returns the error for cases that could not be read, if any: a UsageError if there are no other cases, otherwise a PartialError. */
export const endOfReading = (
  told: readonly ToldFile[],
  { report }: ForeignFlags,
): PartialError | UsageError | undefined => {
  const unreadable = told.flatMap(({ file }) => file.account().unreadable.map((one) => ({ ...one, file: file.file })))
  if (unreadable.length === 0) return undefined
  const isAll = told.every(({ file }) => file.entries.length === 0)
  const Failure = isAll ? UsageError : PartialError
  const said = `${counted(unreadable.length, 'case')} could not be read`
  return new Failure(isAll ? `${said}, and there is no other` : `${said}; the others were`, {
    issues: unreadable.slice(0, 20).map(({ file, line, reason }) => ({ path: `${file}:${line}`, message: reason })),
    hint:
      report === undefined
        ? 'fix these in the file, or export it again; --report FILE lists all'
        : `${report} lists all`,
  })
}
