import { parseIdentifier } from '../../contract/identifiers.ts'
import type { Palette } from '../style/color.ts'
import type { Cell } from './index.ts'

/** How a terminal shows a cell: its colours and, if the terminal supports hyperlinks, the link of an identifier. */
export type Paint = { palette: Palette; link?: ((identifier: string, text: string) => string) | undefined }

/** Colours a cell and links its identifier. A truncated identifier no longer parses, so it gets no link. */
export const paintCell = ({ text, tone, isHandle }: Cell, { palette, link }: Paint): string => {
  const painted = tone ? palette(tone, text) : text
  return link && isHandle && parseIdentifier(text) ? link(text, painted) : painted
}
