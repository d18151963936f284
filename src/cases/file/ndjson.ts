import type { FileForm, ReadText } from './form.ts'
import { jsonLosses } from './json-losses.ts'
import { plainCase, readPlainCases } from './plain-case.ts'
import { parseOfOthers } from '../../system/json/parse.ts'

/** One line of JSON per case. A case that is read may span several lines, as jq prints it. DECISIONS 361 */
export const ndjsonFileForm: FileForm = {
  read: (text) => {
    const problems: ReadText['problems'] = []
    const items = textsIn(text).flatMap(({ text: one, line }) => {
      try {
        const value = parseOfOthers(one)
        return [{ value, line, losses: jsonLosses(one, value) }]
      } catch {
        problems.push({ line, rule: 'unreadable', message: 'the line is no JSON' })
        return []
      }
    })
    const read = readPlainCases(items)
    return { cases: read.cases, problems: [...problems, ...read.problems] }
  },
  write: (cases) => cases.map((one) => `${JSON.stringify(plainCase(one))}\n`).join(''),
}

type LineText = { text: string; line: number }

/** Splits a text into cases: the lines from one `{` in the first column up to the next if they are JSON, otherwise each line. */
const textsIn = (text: string): LineText[] => {
  const groups: LineText[][] = []
  for (const [at, one] of text.split('\n').entries()) {
    if (one.trim() === '') continue
    const line = { text: one, line: at + 1 }
    if (one.startsWith('{') || groups.length === 0) groups.push([line])
    else groups.at(-1)?.push(line)
  }
  return groups.flatMap((lines) => {
    const [{ line } = { line: 1 }] = lines
    const whole = lines.map((one) => one.text).join('\n')
    return lines.length > 1 && isJson(whole) ? [{ text: whole, line }] : lines
  })
}

const isJson = (text: string): boolean => {
  try {
    parseOfOthers(text)
    return true
  } catch {
    return false
  }
}
