import { UsageError } from '../errors.ts'

/**
 * An API key as it was given, without the newline at its end.
 * One that cannot be sent in a header is a UsageError, which names where the key came from and never the key.
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
    throw new UsageError(`the key from ${origin} is not a key: it stands in quotes`, { hint: 'leave out the quotes' })
  if (key.length > longest)
    throw new UsageError(`the key from ${origin} is not a key: it is longer than ${longest} characters`, { hint })
  return key
}

/** What stands where a key would, in everything that people see. */
export const maskedKey = '********'

const longest = 4096
const hint = 'copy the key alone, as the settings of the service show it'
