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

/** Creates the printer of a command. Loads the parts for a terminal only when they are needed. */
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
  /** Does not escape cells that a spreadsheet would execute. */
  csvRaw?: boolean | undefined
  /** Begins CSV with a byte order mark, by which Excel recognises UTF-8. */
  bom?: boolean | undefined
  template?: Template | undefined
  /** The fields that an answer may have, if the command announces them. */
  declared?: readonly string[] | undefined
  /** Opens the filter of `--jq`: JSON goes in, and its output is the answer. */
  openFilter?: OpenFilter | undefined
  /** `always` or `never`; otherwise the environment and the stream decide. */
  color?: string | undefined
  /** Nothing is redrawn: no board. */
  isPlain?: boolean
} & Loaders): Printer => {
  // An answer that does not go to the terminal need not erase the status line.
  const { hide } = statusLineOf(io)
  const before = (text: string) => io.stdout.isTTY && hide(text)
  const writer = createWriter({ stream: () => io.stdout, stop: io.stop, before })
  const remarks = createWriter({ stream: () => io.stderr, stop: io.stop, before: hide })
  const remark = async (text: string) => {
    // Flushed first, because on a terminal a remark goes below its subject. The writer reports a failure later.
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
  /** Waits until the stream has taken all output of a call; output before a failure is still written. */
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
