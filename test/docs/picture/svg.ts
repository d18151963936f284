import type { Run } from './screen.ts'

// Sizes in pixels. Every run of characters has a fixed position and width, so that columns align in any font.
const cell = { width: 8.4, height: 19 }
const margin = { side: 20, top: 46, bottom: 16 }

/** Draws a terminal as an SVG, light or dark like the reader's system. `title` is for readers who do not see the picture. */
export const drawTerminal = (
  lines: readonly (readonly Run[])[],
  { columns, title }: { columns: number; title: string },
) => {
  const width = Math.ceil(columns * cell.width) + 2 * margin.side
  const height = margin.top + lines.length * cell.height + margin.bottom
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<style>${style}</style>`,
    `<rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...[0, 1, 2].map((at) => `<circle class="button" cx="${margin.side + 5 + at * 18}" cy="21" r="5"/>`),
    ...lines.flatMap((line, row) => drawLine(line, margin.top + (row + 0.75) * cell.height)),
    '</svg>',
    '',
  ].join('\n')
}

const drawLine = (line: readonly Run[], y: number): string[] => {
  let column = 0
  const drawn: string[] = []
  for (const { text, styles } of line) {
    const length = [...text].length
    // Leaves out blanks at the ends, because a browser would not count them.
    const shown = text.trim()
    const from = column + (text.length - text.trimStart().length)
    if (shown !== '')
      drawn.push(
        `<text${styles.length > 0 ? ` class="${styles.join(' ')}"` : ''} x="${round(margin.side + from * cell.width)}" y="${round(y)}"` +
          ` textLength="${round([...shown].length * cell.width)}">${escape(shown)}</text>`,
      )
    column += length
  }
  return drawn
}

const round = (pixels: number): number => Math.round(pixels * 100) / 100

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const style = `
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre; fill: #1f2328 }
.window { fill: #f6f8fa; stroke: #d1d9e0 }
.button { fill: #d1d9e0 }
.bold, .prompt { font-weight: 600 }
.dim, .gray { fill: #59636e }
.red { fill: #cf222e }
.green { fill: #1a7f37 }
.yellow { fill: #9a6700 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .window { fill: #151b23; stroke: #3d444d }
  .button { fill: #3d444d }
  .dim, .gray { fill: #9198a1 }
  .red { fill: #ff7b72 }
  .green { fill: #3fb950 }
  .yellow { fill: #d29922 }
}
`
