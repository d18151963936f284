import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { UsageError } from '../errors.ts'

/**
 * Throws a UsageError for an argument that is not UTF-8, such as text of another encoding in a variable of a script. Node has replaced
 * its bytes by U+FFFD; only Linux still shows them. DECISIONS 457
 */
export const refuseBrokenWords = (argv: readonly string[]): void => {
  if (!argv.some((word) => word.includes('\ufffd'))) return
  const broken = wordsOfProcess().find((bytes) => !isUtf8(bytes) && argv.includes(bytes.toString()))
  if (!broken) return
  throw new UsageError(`the argument ${JSON.stringify(broken.toString())} is not UTF-8`, {
    hint: 'convert it first, for example with iconv -f windows-1252 -t utf-8',
  })
}

const wordsOfProcess = (): Buffer[] => {
  try {
    const line = readFileSync('/proc/self/cmdline')
    const words: Buffer[] = []
    for (let from = 0, to = 0; (to = line.indexOf(0, from)) >= 0; from = to + 1) words.push(line.subarray(from, to))
    return words
  } catch {
    return []
  }
}
