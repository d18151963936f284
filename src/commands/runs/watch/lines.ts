import { Readable } from 'node:stream'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { chooseNames } from '../../../output/cells/resource-columns.ts'
import type { Printer } from '../../../output/printer.ts'
import { chooseSymbols } from '../../../output/style/symbols.ts'
import { safe } from '../../../output/text/escape.ts'
import type { ResultChange } from '../../../runs/watch/result-changes.ts'
import { plainStateLines } from '../../shared/runs/plain-state.ts'
import { answerOf } from '../../shared/runs/state.ts'
import type { WatchView } from './view.ts'

/** Shows the changes in a run, for a pipe or a terminal that cannot redraw; each as it happens, except in JSON. */
export const openLines = async (context: Context): Promise<WatchView> => {
  const printer = await context.printer()
  if (printer.format === 'json') return collected(printer)
  if (printer.format === 'ndjson') return objects(printer)
  if (printer.format === 'quiet') return failures(printer)
  return printer.format === 'table' ? sentences(context, printer) : rows(printer)
}

const changeColumns = ['time', 'identifier', 'from', 'to', 'name', 'by']

/** Throws a UsageError for columns that a change does not have, and for any on a terminal, where a table waits for its last row. */
export const checkColumns = ({ flags, io }: Context): void => {
  const typed = flags().columns
  if (typed === undefined) return
  chooseNames(changeColumns, { typed })
  if (io.stdout.isTTY && !(flags().csv || flags().csvRaw || flags().bom))
    throw new UsageError('--columns is for the lines of a pipe; a terminal shows sentences', { hint: 'or add --csv' })
}

/** Prints one object at the end, with all changes. */
const collected = (printer: Printer): WatchView => {
  const changes: object[] = []
  return {
    ...nothing,
    see: ({ turns }) => {
      for (const turn of turns) changes.push(changeOf(turn))
    },
    end: (state) => printer.answer({ ...answerOf(state), changes }, []),
  }
}

/** Prints one object per change, and one for the end. */
const objects = (printer: Printer): WatchView => ({
  ...nothing,
  see: async ({ turns }) => {
    for (const turn of turns) await printer.answer({ type: 'change', ...changeOf(turn) }, [])
  },
  end: (state) => printer.answer({ type: 'end', ...answerOf(state) }, []),
})

/** Prints the tests that had failed at the first poll, and then each test that fails. */
const failures = (printer: Printer): WatchView => {
  let isFirst = true
  return {
    ...nothing,
    see: async ({ state, turns }) => {
      const failed = isFirst ? answerOf(state).failed : turns.filter(({ to }) => to === 'failed')
      isFirst = false
      await printer.answer(
        null,
        failed.map(({ identifier, id }) => identifier ?? id),
      )
    },
  }
}

/** Prints one line per change for people, and at the end the state of the run in sentences. */
const sentences = async ({ io, runs }: Context, printer: Printer): Promise<WatchView> => {
  const { formatChange } = await runs()
  const { arrow } = chooseSymbols(io)
  const tell = (turn: ResultChange): string => {
    const result = turn.to === null ? 'removed' : formatChange(turn, arrow)
    return safe(
      `${timeOf(turn)} ${turn.identifier ?? turn.id} ${result} ${turn.name}${turn.by === '' ? '' : ` (${turn.by})`}`,
    )
  }
  return {
    ...nothing,
    see: ({ turns }) => printer.answer(null, turns.map(tell)),
    end: (state) => printer.answer(null, plainStateLines(state)),
  }
}

/** Prints one row per change. */
const rows = (printer: Printer): WatchView => {
  const changes = new Readable({ objectMode: true, read: () => undefined })
  const printing = printer.table(changeColumns, changes)
  let failure: { error: unknown } | undefined
  printing.catch((error: unknown) => (failure = { error }))
  return {
    ...nothing,
    see: ({ turns }) => {
      if (failure) throw failure.error
      for (const turn of turns) changes.push({ ...changeOf(turn), identifier: turn.identifier ?? turn.id })
    },
    close: () => {
      changes.push(null)
      return printing
    },
  }
}

const nothing: WatchView = {
  see: () => undefined,
  miss: () => undefined,
  close: async () => undefined,
  end: async () => undefined,
}

const changeOf = (turn: ResultChange) => {
  const { id, identifier, name, caseId, from, to, by } = turn
  return { time: timeOf(turn), id, identifier, name, caseId, from, to, by }
}

const timeOf = ({ at }: ResultChange): string => new Date(at).toISOString()
