import { UsageError } from '../../errors.ts'
import type { Shell } from '../expected-values.ts'
import { scripts } from '../shells/index.ts'
import { fileBytes, type Edit } from './edit.ts'
import { quoteWord } from '../../system/shell-line.ts'

/** Puts the script of a shell into a file of its own. Throws a UsageError if a file of that name is not ours, and leaves it. */
export const addScript = (shell: Shell, file: string): Edit => ({
  file,
  edit: (text) => {
    if (text !== undefined && !isOurs(text))
      throw new UsageError(`${file} is not a completion that testctl has printed`, {
        hint: `look at it, and move it away: mv ${quoteWord(file)} ${quoteWord(`${file}.old`)}`,
      })
    return fileBytes(scripts[shell])
  },
})

/** Removes the completion script of a shell; a file that is not ours stays. */
export const removeScript = (file: string): Edit => ({
  file,
  edit: (text) => (text !== undefined && isOurs(text) ? undefined : text),
})

// Every script has this among its first lines, those of older versions too.
const isOurs = (text: string): boolean => /^# \w+ completion for testctl$/m.test(text.slice(0, 200))
