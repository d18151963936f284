import { plainText } from '../cells/index.ts'
import type { TableView } from '../table/index.ts'
import { safeLines } from '../text/escape.ts'
import { wideEnough, wrap } from '../text/wrap.ts'

/** Formats a heading with indented lines below it; an empty text if there are no lines. */
export const detailsSection = ({ palette, width }: TableView, name: string, lines: readonly string[]): string => {
  if (lines.length === 0) return ''
  const shown = lines.flatMap((line) => (width < wideEnough ? broken(line, width - 2) : line))
  return [palette('heading', name), ...shown.map((line) => `  ${line}`.trimEnd()), ''].join('\n')
}

/** Wraps a line between words for a narrow terminal, and keeps its indent. */
const broken = (line: string, width: number): string[] => {
  const margin = /^ */.exec(line)![0]
  return wrap(line.slice(margin.length), width - margin.length).map((part) => margin + part)
}

/** Returns the lines of a value as text, escaped for display; none if it is empty. */
export const textLines = (value: unknown): string[] =>
  value === undefined || value === null || value === '' ? [] : safeLines(plainText(value)).trimEnd().split('\n')
