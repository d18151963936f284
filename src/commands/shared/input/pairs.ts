import { UsageError } from '../../../errors.ts'
import { quoteWord } from '../../../system/shell-line.ts'

/** Parses `key=value` pairs. Refuses a blank at either end of the key, of which it would be an invisible part. DECISIONS 367 */
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

/**
 * Whether a case may have these custom fields. A service that does not know the filter returns every case, so lists are filtered again.
 * A service may compare more liberally than ours, so letter case is ignored and a value inside a list counts. If the case has no such
 * key, because its keys are ids or its fields a list, any field may hold the value. DECISIONS 433
 */
export const mayHaveFields = (
  { customFields }: Readonly<Record<string, unknown>>,
  pairs: Readonly<Record<string, string>>,
): boolean => {
  if (typeof customFields !== 'object' || customFields === null) return true
  const fields: [string, unknown][] = Object.entries(customFields)
  return Object.entries(pairs).every(([key, text]) => {
    const named = fields.filter(([name]) => fold(name) === fold(key))
    return isLike(named.length > 0 ? named.map(([, value]) => value ?? '') : [customFields, ''], text)
  })
}

const isLike = (value: unknown, text: string): boolean => {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((inner) => isLike(inner, text))
  return fold(String(value)) === fold(text) || (typeof value === 'number' && value === Number(text))
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
