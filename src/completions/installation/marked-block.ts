import { UsageError } from '../../errors.ts'
import { type Edit, fileBytes } from './edit.ts'
import type { Startup } from './locations.ts'

/** The lines that testctl puts into a startup file between two marks, and whether it made the file for them. */
export type MarkedBlock = { lines: readonly string[]; madeFile: boolean }

/**
 * A startup file with the block in it: in the place of one that is there already, or else at its end.
 * `removeBlock` gives back what was there before, byte for byte.
 */
export const addBlock = (text: string, { lines, madeFile }: MarkedBlock): string => {
  const found = findBlock(text)
  const made = found ? found[0].includes(madeForIt) : madeFile
  const written = [opening, ...(made ? [madeForIt] : []), ...lines, closing, ''].join('\n')
  if (found) return `${text.slice(0, found.index)}${found[1]}${written}${text.slice(found.index + found[0].length)}`
  // Ends the line before where nothing does, and is an empty line otherwise.
  return `${text}${text === '' ? '' : '\n'}${written}`
}

/** A startup file without the block; undefined where nothing is left of a file that was made for it. */
export const removeBlock = (text: string): string | undefined => {
  const found = findBlock(text)
  if (!found) return text
  const before = text.slice(0, found.index)
  const after = text.slice(found.index + found[0].length)
  if (before + after === '' && found[0].includes(madeForIt)) return undefined
  // What was written below it since must not go on in the line above.
  return before === '' || before.endsWith('\n') || after === '' ? before + after : `${before}\n${after}`
}

const opening = '# >>> testctl completion >>>'
const closing = '# <<< testctl completion <<<'
const madeForIt = '# testctl made this file.'

// With the line break before it. What stands between a mark that lost its other half and the block is not ours.
const blockOf = (end: string): RegExp =>
  new RegExp(`(${end}|^)${opening}${end}(?:(?!${opening})[^])*?${closing}(?:${end}|$)`, 'm')

// An editor may have changed the ends of all lines.
const findBlock = (text: string): RegExpExecArray | null => blockOf('\n').exec(text) ?? blockOf('\r\n').exec(text)

/** Puts the lines that load a completion into a startup file. */
export const addStartup = ({ file, lines }: Startup): Edit => ({
  file,
  edit: (text) => {
    // Windows PowerShell writes such files; what is ours would be nonsense in the middle of one.
    if (text !== undefined && /^(?:\xff\xfe|\xfe\xff)/.test(text))
      throw new UsageError(`${file} is written in UTF-16`, { hint: `save it as UTF-8, or add: ${lines.join('; ')}` })
    return addBlock(text ?? '', { lines: lines.map(fileBytes), madeFile: text === undefined })
  },
})

/** Takes those lines out of a startup file, and with them the file where it was made for them. */
export const removeStartup = ({ file }: Startup): Edit => ({
  file,
  edit: (text) => (text === undefined ? undefined : removeBlock(text)),
})
