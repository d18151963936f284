import { plainText } from '../cells/index.ts'
import type { TableView } from '../table/index.ts'
import { safeLines } from '../text/escape.ts'

/** A heading with indented lines below it; nothing where there are no lines. */
export const detailsSection = ({ palette }: TableView, name: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [palette('heading', name), ...lines.map((line) => `  ${line}`.trimEnd()), ''].join('\n')

/** The lines of a text. */
export const textLines = (value: unknown): string[] =>
  value === undefined || value === null || value === '' ? [] : safeLines(plainText(value)).trimEnd().split('\n')
