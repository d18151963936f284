import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { diskProblem } from '../disk.ts'
import { UsageError } from '../errors.ts'
import { decodeFile } from '../files/text.ts'

/**
 * An API key as it was given, without the newline at its end.
 * One that cannot be sent in a header is a UsageError, which names where the key came from and never the key.
 */
export const parseKey = (text: string, origin: string): string => {
  const key = text.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, '')
  if (key === '') throw new UsageError(`the key from ${origin} is empty`, { hint })
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError(
      `the key from ${origin} is not a key: it holds a space, a control character or a letter with an accent`,
      { hint },
    )
  if (key.length > longest)
    throw new UsageError(`the key from ${origin} is not a key: it is longer than ${longest} characters`, { hint })
  return key
}

/** The key in a file that was named (`TESTCTL_API_KEY_FILE`); a file that cannot be read is a UsageError. */
export const readKeyFile = (path: string, { cwd, origin }: { cwd: string; origin: string }): string => {
  let text: string
  try {
    text = decodeFile(readFileSync(resolve(cwd, path)))
  } catch (error) {
    throw new UsageError(
      `cannot read the key file ${path}, which ${origin} names: ${diskProblem(error) ?? String(error)}`,
      {
        hint: 'name a file that holds the key alone',
      },
    )
  }
  return parseKey(text, `${path} (${origin})`)
}

/** What stands where a key would, in everything that people see. */
export const maskedKey = '********'

const longest = 4096
const hint = 'copy the key alone, as the settings of the service show it'
