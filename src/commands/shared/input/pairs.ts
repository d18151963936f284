import { UsageError } from '../../../errors.ts'

/** Reads `key=value` pairs. */
export const parsePairs = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1)
        throw new UsageError(`${JSON.stringify(pair)} is not of the form key=value`, {
          hint: `such as ${/^\w+$/.test(pair) ? pair : 'area'}=login`,
        })
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
