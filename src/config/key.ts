import { UsageError } from '../errors.ts'

/**
 * Checks an API key; returns it without a byte order mark and without newlines at its end. Throws a UsageError for one that cannot be sent
 * in a header, is in quotes or too long; it names where the key came from, and never the key.
 */
export const parseKey = (text: string, origin: string): string => {
  const key = text.replace(/^\uFEFF/, '').replace(/(?<![\r\n])[\r\n]+$/, '')
  if (key === '') throw new UsageError(`the key from ${origin} is empty`, { hint })
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError(
      `the key from ${origin} is not a key: it holds a space, a control character or a letter with an accent`,
      { hint },
    )
  if (/^(["']).*\1$/.test(key))
    throw new UsageError(`the key from ${origin} is not a key: it is in quotes`, { hint: 'leave out the quotes' })
  if (key.length > longest)
    throw new UsageError(`the key from ${origin} is not a key: it is longer than ${longest} characters`, { hint })
  return key
}

/** The text that replaces a key in everything that people see. */
export const maskedKey = '********'

const longest = 4096
const hint = 'copy the key alone, as the settings of the service show it'
