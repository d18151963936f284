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

/** An open export of another system: the detected system, its cases as a stream, and the account of everything read. */
export type ForeignFile = {
  file: string
  system: CaseSystem
  /** The name of the export, if the sources of its cases have one. */
  name: string | undefined
  /** The system and format for messages: `TestRail CSV`. */
  kind: string
  cases: AsyncIterable<ForeignCase>
  account: () => Account
}

/** Opens a file of another system, and detects the system by its content. Reading its cases throws at an error in the file. */
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
        // A CSV names its columns, so a missing column is "not covered". In other formats a missing field is empty.
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

/** Returns the columns of a CSV, and the map guessed from them if one has the names of cases; undefined if the file is not CSV. */
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
