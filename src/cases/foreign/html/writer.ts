import { block, type Flow, inline, lineBreak, trimLines } from './flow.ts'
import { fenced, image, inCode, link, listItem, marked } from './marks.ts'
import { rowsToTable } from './table.ts'

/** Whether HTML is nested so deeply that it can only be malicious. */
export const isTooDeep = (depth: number): boolean => depth > 200

type Attributes = Readonly<Record<string, string>>

/** An open element: its Markdown so far, the items of its list and the rows of its table. */
type Frame = Flow & { tag: string; attributes: Attributes; items: number; rows: string[][] }

const createFrame = (tag: string, attributes: Attributes = {}): Frame => ({
  tag,
  attributes,
  out: '',
  gap: 0,
  items: Number(attributes['start'] ?? 1) - 1 || 0,
  rows: [],
})

/** Whether one of these tags is open around an element. */
type IsIn = (tags: readonly string[]) => boolean

/** Writes an element that has ended into the one around it. */
type Write = (frame: Frame, parent: Frame, isIn: IsIn) => void

/** Creates a writer of Markdown that takes the tags and texts of HTML as a parser finds them. */
export const createMarkdownWriter = () => {
  const root = createFrame('')
  const frames = [root]
  const open = new Map<string, number>()
  const count = (tag: string, by: number) => open.set(tag, (open.get(tag) ?? 0) + by)
  const isIn: IsIn = (tags) => tags.some((tag) => (open.get(tag) ?? 0) > 0)
  const top = (): Frame => frames.at(-1) ?? root

  return {
    open: (tag: string, attributes: Attributes): void => {
      const writeEmpty = emptyElements.get(tag)
      if (writeEmpty) return writeEmpty(top(), attributes)
      frames.push(createFrame(tag, attributes))
      count(tag, 1)
    },
    close: (tag: string): void => {
      if (emptyElements.has(tag)) return
      const frame = frames.pop()!
      count(frame.tag, -1)
      const write = elements.get(frame.tag) ?? writeText
      write(frame, top(), isIn)
    },
    text: (text: string): void => {
      if (isIn(['pre'])) top().out += text
      else inline(top(), text.replace(/[\s\u00a0\u202f]+/g, ' '))
    },
    /** Returns the Markdown. All elements must be closed, as a parser does at the end. */
    end: (): string => trimLines(root.out).trim(),
  }
}

const emptyElements = new Map<string, (parent: Frame, attributes: Attributes) => void>([
  ['br', lineBreak],
  ['hr', (parent) => block(parent, '---', 2)],
  ['img', (parent, attributes) => inline(parent, image(attributes))],
])

const forEach = (tags: string, writeOf: (tag: string, all: readonly string[]) => Write): [string, Write][] =>
  tags.split(' ').map((tag, _, all) => [tag, writeOf(tag, all)])

const writeText: Write = ({ out }, parent) => inline(parent, out)

// Within the same mark, a second one would end it.
const writeMarked =
  (mark: string) =>
  (_: string, alike: readonly string[]): Write =>
  ({ out }, parent, isIn) =>
    inline(parent, isIn(alike) ? out : marked(out, mark))

const writeCode =
  (_: string, alike: readonly string[]): Write =>
  ({ out }, parent, isIn) =>
    inline(parent, isIn(['pre', ...alike]) ? out : inCode(out))

// Without a mark, 10<sup>6</sup> would become 106. DECISIONS 576
const writeRaised: Write = ({ out }, parent) =>
  inline(parent, /^[-+\u2212]?\d+$/.test(out) && /[\p{L}\p{N})\]]$/u.test(parent.out) ? `^${out}` : out)

const writeHeading =
  (tag: string): Write =>
  ({ out }, parent) => {
    const text = trimLines(out)
    if (text) block(parent, `${'#'.repeat(Number(tag[1]))} ${text}`, 2)
    else inline(parent, out)
  }

const writeBlock =
  (gap: number) =>
  (): Write =>
  ({ out }, parent) =>
    block(parent, trimLines(out), gap)

const writeList: Write = ({ out }, parent) => block(parent, trimLines(out), parent.tag === 'li' ? 1 : 2)

const writeItem: Write = ({ out }, parent) => {
  const marker = parent.tag === 'ol' ? `${++parent.items}. ` : '- '
  const text = trimLines(out)
  if (text) block(parent, listItem(marker, text), 1)
}

const writeCell: Write = ({ out }, parent) => {
  parent.rows[0] ??= []
  parent.rows[0].push(trimLines(out).trim())
}

const writeRows: Write = ({ rows }, parent) => {
  for (const row of rows) parent.rows.push(row)
}

const writeTable: Write = ({ out, rows }, parent) => {
  block(parent, trimLines(out), 1)
  block(parent, rowsToTable(rows), 2)
}

const elements = new Map<string, Write>([
  ...forEach('b strong', writeMarked('**')),
  ...forEach('i em cite dfn var', writeMarked('*')),
  ...forEach('s strike del', writeMarked('~~')),
  ...forEach('code tt kbd samp', writeCode),
  ['sup', writeRaised],
  ['a', ({ out, attributes }, parent) => inline(parent, link(out, attributes['href']))],
  ...forEach('h1 h2 h3 h4 h5 h6', writeHeading),
  ...forEach('p dl figure details caption', writeBlock(2)),
  ...forEach('div center section article aside header footer main nav address dt dd figcaption summary', writeBlock(1)),
  ['blockquote', ({ out }, parent) => block(parent, trimLines(out).replace(/^/gm, '> '), 2)],
  ['pre', ({ out }, parent) => block(parent, fenced(out), 2)],
  ['ul', writeList],
  ['ol', writeList],
  ['li', writeItem],
  ['td', writeCell],
  ['th', writeCell],
  ['tr', ({ rows }, parent) => void parent.rows.push(rows[0] ?? [])],
  ...forEach('tbody thead tfoot', () => writeRows),
  ['table', writeTable],
])
