import type { FileForm } from './form.ts'
import { plainCase, readPlainCases } from './plain-case.ts'

/** A list of cases in JSON. */
export const jsonForm: FileForm = {
  read: (text) => {
    let list: unknown
    try {
      list = JSON.parse(text)
    } catch (error) {
      const at = Number(/ at position (\d+)/.exec((error as Error).message)?.[1] ?? text.length)
      return { cases: [], problems: [{ line: lineAt(text, at), rule: 'unreadable', message: 'the file is no JSON' }] }
    }
    if (!Array.isArray(list))
      return { cases: [], problems: [{ line: 1, rule: 'unreadable', message: 'the file holds no list of cases' }] }
    const lines = linesOfItems(text)
    return readPlainCases(list.map((value: unknown, at) => ({ value, line: lines[at] ?? 1 })))
  },
  write: (cases) => `${JSON.stringify(cases.map(plainCase), null, 2)}\n`,
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** The line in which each item of the list begins, of a text that is known to be JSON. */
const linesOfItems = (text: string): number[] => {
  const lines: number[] = []
  let [depth, line, isAwaited] = [0, 1, false]
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},\n]|[^\s"[\]{},:]+/g)) {
    if (token === '\n') {
      line += 1
      continue
    }
    if (isAwaited && token !== ']') lines.push(line)
    isAwaited = false
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    isAwaited = depth === 1 && (token === ',' || (token === '[' && lines.length === 0))
  }
  return lines
}
