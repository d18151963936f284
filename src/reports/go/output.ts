import { dedentLines } from '../text/dedent.ts'

/** The output of a Go test or package, in bounded memory: the beginning and the end of a long one. */
export type GoOutput = { first: string[]; last: string[]; room: number; size: number }

/** Output with nothing written to it yet. */
export const noOutput = (): GoOutput => ({ first: [], last: [], room: mostFirst, size: 0 })

/** Adds a piece of output, which `go test` cuts at the ends of lines. */
export const write = (output: GoOutput, text: string): void => {
  if (output.room > 0) {
    output.first.push(text.slice(0, output.room))
    output.room -= text.length
    return
  }
  const kept = text.slice(-mostLast)
  output.last.push(kept)
  output.size += kept.length
  while (output.size > mostLast) output.size -= output.last.shift()?.length ?? output.size
}

/** Returns the output of a test, without the lines of `go test -v` itself. */
export const ownOutputOf = ({ first, last }: GoOutput): string => {
  const lines = [...first, ...last].join('').split('\n')
  return dedentLines(lines.filter((line) => !ofGoTest.test(line)))
    .join('\n')
    .trim()
}

/** Returns the exit status that a package printed, or an empty text: the only sign of a failure if TestMain ends the package. */
export const statusIn = ({ first, last }: GoOutput): string =>
  /^exit status \d+$/m.exec([...first, ...last].join(''))?.[0] ?? ''

/** Returns how a test ended according to its output; `go test` misses its end if its last line of output has no line break. */
export const endIn = ({ first, last }: GoOutput, test: string): 'pass' | 'skip' | undefined => {
  const text = [...first, ...last].join('')
  return text.includes(`--- PASS: ${test} (`) ? 'pass' : text.includes(`--- SKIP: ${test} (`) ? 'skip' : undefined
}

const mostFirst = 4 * 1024
const mostLast = 12 * 1024
const ofGoTest =
  /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME|ATTR|ARTIFACTS) |--- (?:FAIL|PASS|SKIP): |FAIL(?:\s|$)|exit status \d+$)/
