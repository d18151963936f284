import { UsageError } from '../../errors.ts'
import { addBlock, removeBlock } from './marked-block.ts'
import { bytesOf, type Edit } from './edit.ts'
import type { Startup } from './locations.ts'

/** Puts the lines that load a completion into a startup file. */
export const addStartup = ({ file, lines }: Startup): Edit => ({
  file,
  edit: (text) => {
    // Windows PowerShell writes such files; what is ours would be nonsense in the middle of one.
    if (text !== undefined && /^(?:\xff\xfe|\xfe\xff)/.test(text))
      throw new UsageError(`${file} is written in UTF-16`, { hint: `save it as UTF-8, or add: ${lines.join('; ')}` })
    return addBlock(text ?? '', { lines: lines.map(bytesOf), madeFile: text === undefined })
  },
})

/** Takes those lines out of a startup file, and with them the file where it was made for them. */
export const removeStartup = ({ file }: Startup): Edit => ({
  file,
  edit: (text) => (text === undefined ? undefined : removeBlock(text)),
})
