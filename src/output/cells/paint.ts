import { parseIdentifier } from '../../contract/identifiers.ts'
import type { Palette } from '../style/color.ts'
import type { Cell } from './index.ts'

/** What a terminal makes of a cell: its colours, and the link of an identifier, where it shows links. */
export type Paint = { palette: Palette; link?: ((identifier: string, text: string) => string) | undefined }

/** A cell as it is written. What was cut is no identifier any more. */
export const paintCell = ({ text, tone, isHandle }: Cell, { palette, link }: Paint): string => {
  const painted = tone ? palette(tone, text) : text
  return link && isHandle && parseIdentifier(text) ? link(text, painted) : painted
}
