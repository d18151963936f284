import type { Cell } from '../output/cells/index.ts'
import type { Tone } from '../output/style/color.ts'
import type { Symbols } from '../output/style/symbols.ts'
import { safe } from '../output/text/escape.ts'
import { wrap } from '../output/text/wrap.ts'
import type { Check, Status } from './finding.ts'

/** The width of a terminal, and the symbols that it can show. */
export type RenderOptions = { width: number; symbols: Symbols }

/** Formats a check for a terminal: a sign, its name and the message, and the hint below. */
export const checkLines = ({ name, status, message, hint }: Check, { width, symbols }: RenderOptions): Cell[][] => {
  const sign = { ok: symbols.passed, warning: '!', failed: symbols.failed, skipped: symbols.untested }[status]
  const tone = tones[status]
  const room = width - indent
  // If there is no room for two columns, each line begins at the margin, and the terminal wraps it.
  if (room < narrowest)
    return [
      [{ text: `${sign} `, tone }, { text: `${name}: ${safe(message)}` }],
      ...(hint ? [[{ text: safe(hint), tone: 'faint' as const }]] : []),
    ]
  const wrapped = wrap(safe(message), room)
  const advice = hint ? wrap(`${symbols.arrow} ${safe(hint)}`, room) : []
  const quiet: Tone | undefined = status === 'skipped' ? 'faint' : undefined
  return [
    ...wrapped.map((text, at): Cell[] => [
      ...(at === 0 ? [{ text: `${sign} `, tone }, { text: name.padEnd(indent - 2) }] : [{ text: ' '.repeat(indent) }]),
      { text, tone: quiet },
    ]),
    ...advice.map((text): Cell[] => [{ text: ' '.repeat(indent) }, { text }]),
  ]
}

const tones: Record<Status, Tone> = { ok: 'passed', warning: 'inProgress', failed: 'failed', skipped: 'faint' }

// The longest name has thirteen letters; a sign and a space stand before it, two spaces after.
const indent = 17
const narrowest = 20
