import { UsageError } from '../../errors.ts'
import { openSource, lookAhead } from '../../reports/documents.ts'
import type { Io } from '../../system/io.ts'
import { createAssembly } from './assemble.ts'
import { type CaseSystem, caseSystemNames } from '../systems.ts'
import type { ForeignCase } from './foreign-case.ts'
import { headerIn, rowsBelowHeader } from './csv/table.ts'
import { exportNameOf } from './export-name.ts'
import { type Account, createTally } from './loss/tally.ts'
import { guessMap } from './mapped/guess.ts'
import type { ColumnMap } from './mapped/map.ts'
import { type ForeignOptions, recogniseCases, refuseOthers } from './recognise.ts'

export type { ForeignCase } from './foreign-case.ts'
export type { Account } from './loss/tally.ts'
export { limitsExceeded } from '../limits.ts'
export { balanceOf, type ImportOutcome, lossesOf, remarksOf } from './loss/summary.ts'
export { reportOf } from './loss/report.ts'
export { type ColumnMap, formatEmptyMap, formatMap, parseMap } from './mapped/map.ts'
export { parseExportName } from './export-name.ts'
export { settleSources } from './settle-sources.ts'

/** A file of another system that is being read: what it was taken for, its cases as they stream in, and the account of all in it. */
export type ForeignFile = {
  file: string
  system: CaseSystem
  /** The name of the export, where its cases bear one. */
  name: string | undefined
  /** What it is, in words: `TestRail CSV`. */
  kind: string
  cases: AsyncIterable<ForeignCase>
  account: () => Account
}

/** Opens a file of another system, and recognises it by its content. What is wrong with it ends the reading of its cases. */
export const openForeign = async (
  file: string,
  io: Pick<Io, 'stdin' | 'cwd' | 'stop'>,
  { from, encoding, map, name: given, gherkin }: ForeignOptions,
): Promise<ForeignFile> => {
  const opened = await openSource(file, io)
  const { head, source } = await lookAhead({ ...opened, encoding, strict: true })
  const { system, form, read } = recogniseCases(file, head, {
    from,
    map,
    gherkin: async function* (...given) {
      yield* (await gherkin()).readGherkin(io.cwd)(...given)
    },
  })
  const tally = createTally()
  const name = exportNameOf(file, { system, name: given ?? map?.source, isGiven: given !== undefined })
  const assemble = createAssembly({ system, name, file, tally })
  const cases = async function* (): AsyncGenerator<ForeignCase> {
    for await (const drafts of read(source, tally)) {
      io.stop.throwIfAborted()
      for (const draft of drafts) {
        const one = assemble(draft)
        // Which columns there are is known of a CSV; what another form leaves out is empty.
        if (one) yield form === 'CSV' ? { ...one, covers: tally.covers } : one
      }
    }
  }
  const known = caseSystemNames[system]
  const kind = known === form ? known : `${known} ${form}`
  return { file, system, name, kind, cases: cases(), account: tally.account }
}

/** Whether a file is an export that `cases import` reads, by its beginning. */
export const isExport = async (file: string, io: Pick<Io, 'stdin' | 'cwd' | 'stop'>): Promise<boolean> => {
  try {
    const { head, source } = await lookAhead(await openSource(file, io))
    // Closes the file.
    for await (const _piece of source.chunks) break
    recogniseCases(file, head, { gherkin: async function* () {} })
    return true
  } catch (error) {
    if (error instanceof UsageError) return false
    throw error
  }
}

/** The columns of a CSV, and the map that they suggest, if any has the names of cases; undefined of a file that is no CSV. */
export const guessMapOf = async (
  file: string,
  io: Pick<Io, 'stdin' | 'cwd' | 'stop'>,
  encoding?: string,
): Promise<{ columns: readonly string[]; map: ColumnMap | undefined } | undefined> => {
  const { head } = await lookAhead({ ...(await openSource(file, io)), encoding })
  refuseOthers(file, head)
  const header = head.root === undefined && head.keys === undefined ? headerIn(head.begins) : undefined
  return header && { columns: header.titles, map: guessMap(header, rowsBelowHeader(head.begins)) }
}
