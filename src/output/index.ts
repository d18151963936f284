import type { Io } from '../system/io.ts'
import type { ColumnChoice } from './cells/resource-columns.ts'
import { csvForm } from './formats/csv.ts'
import { filledForm } from './formats/template-lines.ts'
import type { Form, OutputFormat, Printer } from './printer.ts'
import { jqForm, type Filter } from './formats/jq.ts'
import { jsonForm, ndjsonForm } from './formats/json.ts'
import { linesForm } from './formats/tsv.ts'
import { quietForm } from './formats/quiet.ts'
import { statusLineOf } from './status-line/index.ts'
import type { Template } from './formats/template.ts'
import { type Loaders, openLive, pageForm, terminalForm } from './formats/terminal.ts'
import { safeLines } from './text/escape.ts'
import { defuseIn } from './text/no-command.ts'
import { createWriter, type Writer } from './writer.ts'

export { chooseFormat } from './formats/choose.ts'

type Outlet = (text: string) => Promise<void>
type OpenFilter = (to: { write: Outlet; remark: Outlet }) => Promise<Filter>

/** Makes the printer of a command. What only a terminal needs is loaded when it is needed. */
export const createPrinter = ({
  io,
  format,
  columns = {},
  csvRaw = false,
  bom = false,
  template = [],
  declared,
  openFilter,
  color,
  isPlain = false,
  ...loaders
}: {
  io: Io
  format: OutputFormat
  columns?: ColumnChoice
  /** Leaves cells as they are that a spreadsheet would execute. */
  csvRaw?: boolean | undefined
  /** Begins CSV with a byte order mark, by which Excel knows UTF-8. */
  bom?: boolean | undefined
  template?: Template | undefined
  /** The fields that an answer may have, where the command says so beforehand. */
  declared?: readonly string[] | undefined
  /** Opens the filter of `--jq`: JSON goes in, and its output is the answer. */
  openFilter?: OpenFilter | undefined
  /** `always`, `never`, or else as the environment and the stream say. */
  color?: string | undefined
  /** Nothing is redrawn: no board. */
  isPlain?: boolean
} & Loaders): Printer => {
  // An answer that goes elsewhere does not disturb what stands on the terminal.
  const { hide } = statusLineOf(io)
  const before = (text: string) => io.stdout.isTTY && hide(text)
  const writer = createWriter({ stream: () => io.stdout, stop: io.stop, before })
  const remarks = createWriter({ stream: () => io.stderr, stop: io.stop, before: hide })
  const remark = async (text: string) => {
    // On a terminal a remark goes below its subject. The writer reports a failure.
    await writer.flush().catch(() => undefined)
    await remarks.write(safeLines(text))
    // If stderr is closed, the answer still goes on.
    await remarks.flush().catch(() => undefined)
  }
  const annotate = (text: string) => remark(`${text}\n`)
  const defuse = defuseIn(io.env)
  const data: Writer = { ...writer, write: (text) => writer.write(defuse.data(text)) }
  const warn = (text: string) => annotate(defuse.text(text))
  const note = async (text: string) => {
    if (io.stderr.isTTY) await warn(text)
  }
  const terminal = io.stdout.isTTY === true
  const forms: Record<OutputFormat, () => Form> = {
    json: () => jsonForm(data),
    ndjson: () => ndjsonForm(data),
    quiet: () => quietForm(writer),
    csv: () => csvForm(writer, { choice: columns, raw: csvRaw, bom, terminal, declared }),
    template: () => filledForm(writer, { template, terminal, declared }),
    tsv: () => {
      const showPage = pageForm({ io, write: (text) => writer.write(defuse.text(text)), ...loaders })
      return linesForm(writer, { choice: columns, declared, defuse, showPage })
    },
    table: () => terminalForm({ io, writer, note, choice: columns, declared, color, ...loaders }),
  }
  const isBoard = format === 'table' && io.env['TERM'] !== 'dumb' && !isPlain
  const write = (text: string) => writer.write(terminal ? safeLines(text) : text)
  const form: Form = openFilter ? jqForm(() => openFilter({ write, remark })) : forms[format]()
  /** Nothing counts as written before all of it was taken; what came before a failure is still shown. */
  const whole = <Given extends unknown[]>(print: (...given: Given) => Promise<void>) => {
    return async (...given: Given): Promise<void> => {
      try {
        await print(...given)
      } catch (error) {
        await writer.flush().catch(() => undefined)
        throw error
      }
      await writer.flush()
    }
  }
  return {
    format,
    list: whole(form.list),
    item: whole(form.item),
    changed: whole(form.changed),
    table: whole(form.table),
    answer: whole(form.answer),
    live: async () => (isBoard ? openLive({ io, choice: color, ...loaders }) : undefined),
    raw: whole(write),
    document: whole(form.document ?? ((text, head = '') => write(head + text))),
    note,
    warn: (text) => warn(`warning: ${text}`),
    annotate,
  }
}
