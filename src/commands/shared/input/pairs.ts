import { UsageError } from '../../../errors.ts'
import { quoteWord } from '../../../system/shell-line.ts'

/** Reads `key=value` pairs. A blank before the `=` would be a part of the key, which nobody would see. DECISIONS 367 */
export const parsePairs = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1 || /^\s|\s=/.test(pair.slice(0, at + 1)))
        throw new UsageError(`${JSON.stringify(pair)} is not of the form key=value`, {
          hint: /^\s*\w[^=:]*(:|\s=) *\S/.test(pair)
            ? `did you mean ${quoteWord(pair.trim().replace(/\s*[=:]\s*/, '='))}?`
            : `such as ${/^\w+$/.test(pair) ? pair : 'area'}=login`,
        })
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
