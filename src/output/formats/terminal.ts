import { resources } from '../../contract/vocabulary.ts'
import type { Io } from '../../system/io.ts'
import { once } from '../../system/async/once.ts'
import { choosePalette, plain, type Palette } from '../style/color.ts'
import type { Cell } from '../cells/index.ts'
import { type Paint, paintCell } from '../cells/paint.ts'
import { chooseNames, type ColumnChoice } from '../cells/resource-columns.ts'
import { type Line, partsOf } from '../cells/line.ts'
import { tableOfAnswer, wantsTable } from './answer-table.ts'
import { fitLine } from './fit-line.ts'
import { prettyJson } from './pretty-json.ts'
import type { Form } from '../printer.ts'
import type { Live } from '../live/index.ts'
import type { Ruler } from '../text/width.ts'
import { hyperlink, wantsHyperlinks } from '../style/hyperlinks.ts'
import { chooseSymbols } from '../style/symbols.ts'
import { safe } from '../text/escape.ts'
import { wrap } from '../text/wrap.ts'
import type { Writer } from '../writer.ts'
import { terminalWidth } from '../style/terminal-width.ts'

/** Functions that load what only a terminal needs, because loading it takes time. */
export type Loaders = {
  loadScreen: () => Promise<typeof import('../screen.ts')>
  loadRuler: () => Promise<Ruler>
  loadPalette: () => Promise<Palette>
  /** Loads a function that returns, for each row, how to make page URLs, if an answer of the service has shown that by then. */
  loadPages?: (() => Promise<() => ((identifier: string) => string) | undefined>) | undefined
}

/** The form for people on a terminal: tables, sections, sentences and colours; remarks about them go to `note`. */
export const terminalForm = ({
  io,
  writer: { write },
  note,
  choice,
  declared,
  color,
  loadScreen,
  loadRuler,
  loadPalette,
  loadPages,
}: {
  io: Io
  writer: Writer
  note: (text: string) => Promise<void>
  choice: ColumnChoice
  /** Fields that an answer may have. */
  declared: readonly string[] | undefined
  color: string | undefined
} & Loaders): Form => {
  const symbols = chooseSymbols(io)
  const palette = once(() => choosePalette({ choice: color, env: io.env, stream: io.stdout, load: loadPalette }))
  const isLinking = wantsHyperlinks({ choice: color, env: io.env, stream: io.stdout })
  const linking = async (): Promise<Paint['link']> => {
    const pages = isLinking ? await loadPages?.() : undefined
    return (
      pages &&
      ((identifier, text) => {
        const urlOf = pages()
        return urlOf ? hyperlink(urlOf(identifier), text) : text
      })
    )
  }
  const width = () => terminalWidth(io.stdout, io.env)
  const writeLine = async (line: readonly Cell[]) => {
    const paint = { palette: await palette(), link: await linking() }
    const fitted = await fitLine(line, { width: width(), ellipsis: symbols.ellipsis, loadRuler })
    for (const cell of fitted) await write(paintCell(cell, paint))
    await write('\n')
  }
  const view = async () => ({
    width: width(),
    now: io.now(),
    symbols,
    palette: await palette(),
    link: await linking(),
    loadRuler,
    write,
  })
  const remark = async ({ count, left }: { count: number; left: string[] }, many: string) => {
    if (count === 0) await note(`no ${many}`)
    if (left.length > 0)
      await note(
        wrap(`too narrow to show ${left.map((heading) => heading.toLowerCase()).join(', ')}`, width()).join('\n'),
      )
  }
  const list: Form['list'] = async (noun, rows) => {
    const { showList } = await loadScreen()
    await remark(await showList(await view(), noun, { rows, choice }), `${resources[noun].label}s`)
  }
  const table: Form['table'] = async (names, rows) => {
    const { showTable } = await loadScreen()
    await remark(await showTable(await view(), names, rows), 'rows')
  }
  return {
    list,
    item: async (noun, row) => {
      if (choice.typed !== undefined) return list(noun, [row])
      const { showItem } = await loadScreen()
      await showItem(await view(), noun, row)
    },
    changed: (noun, row, sentence) =>
      choice.typed === undefined
        ? writeLine([{ text: symbols.passed, tone: 'passed' }, { text: ' ' }, ...inOneLine(sentence)])
        : list(noun, [row]),
    table: async (names, rows) => table(chooseNames(names, choice), rows),
    answer: async (value, lines) => {
      if (wantsTable(value, choice)) {
        const { names, rows } = tableOfAnswer(value, { choice, declared })
        return table(names, rows)
      }
      for (const line of lines) await writeLine(partsOf(line))
    },
    document: async (text, head = '') => write(head + prettyJson(text, await palette())),
  }
}

/** Escapes a sentence, so that no name in it can fake a line of testctl's own. */
const inOneLine = (sentence: Line): Cell[] => partsOf(sentence).map((part) => ({ ...part, text: safe(part.text) }))

/** Prints the page of one resource for a pipe: whole, without colours, and with exact times. */
export const pageForm =
  ({ io, write, loadScreen, loadRuler }: { io: Io; write: Writer['write'] } & Loaders): Form['item'] =>
  async (noun, row) => {
    const { showItem } = await loadScreen()
    const view = { width: Infinity, now: io.now(), exact: true, symbols: chooseSymbols(io), palette: plain }
    await showItem({ ...view, loadRuler, write }, noun, row)
  }

/** Opens a board on a terminal, in the colours and symbols that it can show. */
export const openLive = async ({
  io,
  choice,
  loadScreen,
  loadRuler,
  loadPalette,
}: { io: Io; choice: string | undefined } & Loaders): Promise<Live> => {
  const [{ createLive }, ruler, palette] = await Promise.all([
    loadScreen(),
    loadRuler(),
    choosePalette({ choice, env: io.env, stream: io.stdout, load: loadPalette }),
  ])
  return createLive({ io, ruler, palette, ellipsis: chooseSymbols(io).ellipsis })
}
