import { UsageError } from '../../errors.ts'
import { type Edit, fileBytes } from './edit.ts'
import type { Startup } from './locations.ts'

/** The lines that testctl puts into a startup file between two marks, and whether it created the file for them. */
export type MarkedBlock = { lines: readonly string[]; madeFile: boolean }

/**
 * Returns a startup file with the block in it: in the place of an existing block, or else at its end.
 * `removeBlock` restores the file byte for byte.
 */
export const addBlock = (text: string, { lines, madeFile }: MarkedBlock): string => {
  const found = findBlock(text)
  const made = found ? found[0].includes(madeForIt) : madeFile
  const written = [opening, ...(made ? [madeForIt] : []), ...lines, closing, ''].join('\n')
  if (found) return `${text.slice(0, found.index)}${found[1]}${written}${text.slice(found.index + found[0].length)}`
  // The newline ends the last line if nothing does; otherwise it is an empty line.
  return `${text}${text === '' ? '' : '\n'}${written}`
}

/** Returns a startup file without the block; undefined if the file was created for the block and nothing else is in it. */
export const removeBlock = (text: string): string | undefined => {
  const found = findBlock(text)
  if (!found) return text
  const before = text.slice(0, found.index)
  const after = text.slice(found.index + found[0].length)
  if (before + after === '' && found[0].includes(madeForIt)) return undefined
  // Text that was written below the block since must not continue the line above it.
  return before === '' || before.endsWith('\n') || after === '' ? before + after : `${before}\n${after}`
}

const opening = '# >>> testctl completion >>>'
const closing = '# <<< testctl completion <<<'
const madeForIt = '# testctl made this file.'

// Includes the line break before the block. Text between an opening mark that lost its closing one and the block is not ours.
const blockOf = (end: string): RegExp =>
  new RegExp(`(${end}|^)${opening}${end}(?:(?!${opening})[^])*?${closing}(?:${end}|$)`, 'm')

// An editor may have changed all line endings.
const findBlock = (text: string): RegExpExecArray | null => blockOf('\n').exec(text) ?? blockOf('\r\n').exec(text)

/** Puts the lines that load a completion into a startup file. Throws a UsageError if the file is UTF-16. */
export const addStartup = ({ file, lines }: Startup): Edit => ({
  file,
  edit: (text) => {
    // Windows PowerShell writes UTF-16 files, in which our bytes would be nonsense.
    if (text !== undefined && /^(?:\xff\xfe|\xfe\xff)/.test(text))
      throw new UsageError(`${file} is written in UTF-16`, { hint: `save it as UTF-8, or add: ${lines.join('; ')}` })
    return addBlock(text ?? '', { lines: lines.map(fileBytes), madeFile: text === undefined })
  },
})

/** Removes those lines from a startup file, and the file itself if it was created for them. */
export const removeStartup = ({ file }: Startup): Edit => ({
  file,
  edit: (text) => (text === undefined ? undefined : removeBlock(text)),
})
