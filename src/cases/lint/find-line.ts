import { readRegularFile } from '../../system/files/regular-file.ts'
import type { LintFinding } from './rules.ts'

/** A finding, and the line in which the next case of the file begins. */
type Sought = { finding: LintFinding; before: number | undefined }

/**
 * Finds the line that a finding is about: the line of its step, or the first one with its text as a whole word. Falls back to the line
 * in which the case begins.
 */
export const createLineFinder = (pathOf: (file: string) => string): ((sought: Sought) => number) => {
  let last: { file: string; lines: readonly string[] } | undefined
  return ({ finding: { file, line, near = '', step }, before }) => {
    const [text = ''] = near.split('\n', 1)
    if (text === '' && !step) return line
    if (last?.file !== file)
      last = { file, lines: readRegularFile(pathOf(file), { most: 256 * 1024 * 1024 }).split('\n') }
    const ofCase = last.lines.slice(line - 1, before === undefined ? undefined : before - 1)
    const word = wordOf(text)
    const at = step ? lineOfStep(ofCase, step) : ofCase.findIndex((one) => word.test(one))
    return at === undefined || at < 0 ? line : line + at
  }
}

/** Finds a step by its key `action`, in JSON, YAML and front matter; undefined if the count is wrong, because a text has the key, too. */
const lineOfStep = (lines: readonly string[], { at, of }: { at: number; of: number }): number | undefined => {
  const found = lines.flatMap((line, index) => (line.match(/\baction["']?[ \t]*:/g) ?? []).map(() => index))
  return found.length === of ? found[at] : undefined
}

const wordOf = (text: string): RegExp => {
  const exact = text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${exact}(?![\p{L}\p{N}])`, 'u')
}
