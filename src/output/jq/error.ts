import type { End } from '../../system/child-process.ts'
import { UsageError } from '../../errors.ts'

/** Returns a UsageError in jq's own words for any exit code but 0; undefined if jq succeeded. */
export const problemOf = ({ exitCode, signal, never }: End, errorText: string): UsageError | undefined => {
  if (exitCode === 0) return undefined
  const text = errorText
    .split('\n')
    .filter((line) => !/^jq: \d+ compile errors?$/.test(line))
    .map((line) => line.replace(/^jq: (error: |error \(at [^)]*\): )?/, ''))
    .join('\n')
    .trim()
  if (never !== undefined) return new UsageError(`jq: ${never}`)
  if (signal !== undefined) return new UsageError(`jq was ended by ${signal}`, { hint: 'run it again, or use --json' })
  // The bundled engine has no message for people.
  if (/^Aborted\(|out of memory|memory access out of bounds/m.test(text))
    return new UsageError('jq: the expression needs too much memory', { hint: 'does a function in it call itself?' })
  const isSyntax = exitCode === syntaxError
  return new UsageError(`jq: ${(isSyntax ? firstLine(text) : text) || `it failed with exit code ${exitCode}`}`, {
    hint: isSyntax
      ? "quote the whole expression, such as --jq '.[].name'"
      : /cannot index array with (string|")/i.test(text)
        ? "the input is an array: begin with .[], such as --jq '.[].name'; --json shows it"
        : '--json shows the input of the expression',
  })
}

// The exit code of jq for an expression that it cannot compile. Its message shows the place in further lines.
const syntaxError = 3

const firstLine = (text: string): string => text.replace(' (Unix shell quoting issues?)', '').replace(/:?\n[^]*/, '')
