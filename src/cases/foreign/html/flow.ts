/** Markdown that is being written: the text so far, and how many line ends must come before the next piece. */
export type Flow = { out: string; gap: number }

/** Appends a text to the current line; drops spaces at the start of a line and after a space. */
export const inline = (flow: Flow, text: string): void => {
  const atStart = flow.gap > 0 || flow.out === '' || ' \n'.includes(flow.out.at(-1)!)
  const piece = atStart ? text.replace(/^ +/, '') : text
  if (!piece) return
  leaveGap(flow, flow.gap)
  flow.gap = 0
  flow.out += piece
}

/** Appends a block of lines, with at least `gap` line ends before and after it. */
export const block = (flow: Flow, text: string, gap: number): void => {
  const widest = Math.max(gap, flow.gap)
  if (text.trim()) {
    leaveGap(flow, widest)
    flow.out += text
    flow.gap = gap
  } else if (flow.out) flow.gap = widest
}

/** Ends the line; never adds a second empty line. */
export const lineBreak = (flow: Flow): void => {
  leaveGap(flow, flow.gap)
  flow.gap = 0
  if (flow.out === '' || flow.out.endsWith('\n\n')) return
  flow.out = `${withoutSpacesAtEnd(flow.out)}\n`
}

/** Removes spaces at the ends of lines, and empty lines at the end of a text. */
export const trimLines = (text: string): string => text.split('\n').map(withoutSpacesAtEnd).join('\n').trimEnd()

const leaveGap = (flow: Flow, lines: number): void => {
  if (lines === 0 || flow.out === '') return
  flow.out = withoutSpacesAtEnd(flow.out)
  const present = /\n*$/.exec(flow.out.slice(-2))?.[0].length ?? 0
  flow.out += '\n'.repeat(Math.max(0, lines - present))
}

// Not a regular expression, which would search the whole text.
const withoutSpacesAtEnd = (text: string): string => {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--
  return text.slice(0, end)
}
