import { rowsToTable } from './table.ts'

/** HTML that is nested deeper than this was made to do harm. */
export const isTooDeep = (depth: number): boolean => depth > 200

type Attributes = Readonly<Record<string, string>>

/** An element that is open: what is in it so far, as Markdown, and what it collects for its table. */
type Frame = { tag: string; attributes: Attributes; out: string; gap: number; items: number; rows: string[][] }

const createFrame = (tag: string, attributes: Attributes = {}): Frame => ({
  tag,
  attributes,
  out: '',
  gap: 0,
  items: Number(attributes['start'] ?? 1) - 1 || 0,
  rows: [],
})

/** Writes Markdown of the tags and texts of HTML as they come. What is in a table's cell or in a list is written there. */
export const createMarkdownWriter = () => {
  const root = createFrame('')
  const frames = [root]
  const open = new Map<string, number>()
  const count = (tag: string, by: number) => open.set(tag, (open.get(tag) ?? 0) + by)
  const isIn = (...tags: string[]): boolean => tags.some((tag) => (open.get(tag) ?? 0) > 0)
  const top = (): Frame => frames.at(-1) ?? root

  const finish = (frame: Frame, parent: Frame): void => {
    const { tag, attributes } = frame
    const text = trimLines(frame.out)
    const mark = marks.get(tag)
    if (mark) {
      if (marksLike(mark).some((other) => isIn(other))) inline(parent, frame.out)
      else inline(parent, marked(frame.out, mark))
    } else if (tag === 'code' || tag === 'tt' || tag === 'kbd' || tag === 'samp')
      inline(parent, isIn('pre', 'code', 'tt', 'kbd', 'samp') ? frame.out : inCode(frame.out))
    else if (tag === 'a') inline(parent, link(frame.out, attributes['href']))
    else if (tag === 'td' || tag === 'th') (parent.rows[0] ??= []).push(text.trim())
    else if (tag === 'tr') parent.rows.push(frame.rows[0] ?? [])
    else if (/^t(body|head|foot)$/.test(tag)) for (const row of frame.rows) parent.rows.push(row)
    else if (tag === 'table') {
      block(parent, text, 1)
      block(parent, rowsToTable(frame.rows), 2)
    } else if (tag === 'li') {
      const marker = parent.tag === 'ol' ? `${++parent.items}. ` : '- '
      if (text) block(parent, marker + indent(text, marker.length), 1)
    } else if (tag === 'pre') block(parent, fenced(frame.out), 2)
    else if (tag === 'blockquote') block(parent, text.replace(/^/gm, '> '), 2)
    else if (/^h[1-6]$/.test(tag) && text) block(parent, `${'#'.repeat(Number(tag[1]))} ${text}`, 2)
    else if (tag === 'ul' || tag === 'ol') block(parent, text, parent.tag === 'li' ? 1 : 2)
    else if (gaps.has(tag)) block(parent, text, gaps.get(tag)!)
    else inline(parent, frame.out)
  }
  return {
    open: (tag: string, attributes: Attributes): void => {
      if (tag === 'br') lineBreak(top())
      else if (tag === 'hr') block(top(), '---', 2)
      else if (tag === 'img') inline(top(), image(attributes))
      else {
        frames.push(createFrame(tag, attributes))
        count(tag, 1)
      }
    },
    close: (tag: string): void => {
      if (tag === 'br' || tag === 'hr' || tag === 'img' || frames.length === 1) return
      const frame = frames.pop()!
      count(frame.tag, -1)
      finish(frame, top())
    },
    text: (text: string): void => {
      if (isIn('pre')) top().out += text
      else inline(top(), text.replace(/[\s\u00a0\u202f]+/g, ' '))
    },
    end: (): string => {
      while (frames.length > 1) finish(frames.pop()!, top())
      return trimLines(root.out).trim()
    },
  }
}

const marks = new Map([
  ...['b', 'strong'].map((tag) => [tag, '**'] as const),
  ...['i', 'em', 'cite', 'dfn', 'var'].map((tag) => [tag, '*'] as const),
  ...['s', 'strike', 'del'].map((tag) => [tag, '~~'] as const),
])
const marksLike = (mark: string): string[] => [...marks].filter(([, one]) => one === mark).map(([tag]) => tag)

/** How many line ends part a block from what is beside it. */
const gaps = new Map([
  ...['p', 'dl', 'figure', 'details', 'caption'].map((tag) => [tag, 2] as const),
  ...'div center section article aside header footer main nav address dt dd figcaption summary'
    .split(' ')
    .map((tag) => [tag, 1] as const),
])

const inline = (frame: Frame, text: string): void => {
  const atStart = frame.gap > 0 || frame.out === '' || ' \n'.includes(frame.out.at(-1)!)
  const piece = atStart ? text.replace(/^ +/, '') : text
  if (!piece) return
  leaveGap(frame, frame.gap)
  frame.gap = 0
  frame.out += piece
}

const block = (frame: Frame, text: string, gap: number): void => {
  if (!text.trim()) {
    if (frame.out) frame.gap = Math.max(frame.gap, gap)
    return
  }
  leaveGap(frame, Math.max(gap, frame.gap))
  frame.out += text
  frame.gap = gap
}

const leaveGap = (frame: Frame, lines: number): void => {
  if (lines === 0 || frame.out === '') return
  frame.out = withoutSpacesAtEnd(frame.out)
  const there = /\n*$/.exec(frame.out.slice(-2))?.[0].length ?? 0
  frame.out += '\n'.repeat(Math.max(0, lines - there))
}

const lineBreak = (frame: Frame): void => {
  leaveGap(frame, frame.gap)
  frame.gap = 0
  if (frame.out === '' || frame.out.endsWith('\n\n')) return
  frame.out = `${withoutSpacesAtEnd(frame.out)}\n`
}

const trimLines = (text: string): string => text.split('\n').map(withoutSpacesAtEnd).join('\n').trimEnd()

// Not by a pattern, which would look at the whole text for its end.
const withoutSpacesAtEnd = (text: string): string => {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--
  return text.slice(0, end)
}

// Spaces and line ends stand outside of the marks, or Markdown takes these for text.
const marked = (text: string, mark: string): string => text.replace(/[^\s].*[^\s]|[^\s]/g, (line) => mark + line + mark)

const inCode = (text: string): string => {
  if (!text.trim()) return text
  const fence = '`'.repeat(longestRun(text) + 1)
  const room = /^`|`$/.test(text) ? ' ' : ''
  return fence + room + text + room + fence
}

const fenced = (text: string): string => {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return text.trim() ? `${fence}\n${text.replace(/^\n/, '').trimEnd()}\n${fence}` : ''
}

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0)

const link = (text: string, href: string | undefined): string =>
  !href || !/^(https?|ftp|mailto):|^[^:]*$/i.test(href) || text.trim() === href || !text.trim()
    ? text || (href ?? '')
    : `[${text.trim()}](${address(href)})`

// A picture inside of the text is too large for one.
const image = ({ src = '', alt = '' }: Attributes): string =>
  `![${alt}](${/^data:/i.test(src) ? 'data:' : address(src)})`

const address = (url: string): string =>
  /[\s()<>]/.test(url) ? `<${url.replace(/[<>\n]/g, encodeURIComponent)}>` : url

const indent = (text: string, by: number): string => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(by)}`)
