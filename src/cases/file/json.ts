import { jsonFaultOf } from '../../system/json/fault.ts'
import { jsonTokens } from '../../system/json/tokens.ts'
import type { FileForm } from './form.ts'
import { jsonLosses } from './json-losses.ts'
import { plainCase, readPlainCases } from './plain-case.ts'
import { parseOfOthers } from '../../system/json/parse.ts'

/** A list of cases in JSON, or one case that stands alone. DECISIONS 378 */
export const jsonFileForm: FileForm = {
  read: (text) => {
    let list: unknown
    try {
      const value = parseOfOthers(text)
      list = standsAlone(text) ? [value] : value
    } catch {
      const line = jsonFaultOf(text)?.line ?? 1
      return { cases: [], problems: [{ line, rule: 'unreadable', message: 'the file is no JSON' }] }
    }
    if (!Array.isArray(list))
      return { cases: [], problems: [{ line: 1, rule: 'unreadable', message: 'the file holds no list of cases' }] }
    const starts = standsAlone(text) ? [text.indexOf('{')] : startsOfItems(text)
    let line = 1
    const items = list.map((value: unknown, at) => {
      const from = starts[at] ?? text.length
      line += breaksIn(text.slice(starts[at - 1] ?? 0, from))
      return { value, line, losses: jsonLosses(text.slice(from, starts[at + 1]), value) }
    })
    return readPlainCases(items)
  },
  write: (cases, before) => {
    const list = cases.map(plainCase)
    return `${JSON.stringify(before && standsAlone(before) && list.length === 1 ? list[0] : list, null, 2)}\n`
  },
}

const standsAlone = (text: string): boolean => /^\s*\{/.test(text)

const breaksIn = (text: string): number => text.split('\n').length - 1

/** Returns the offset of each item of the list, in a text that is valid JSON. */
const startsOfItems = (text: string): number[] => {
  const starts: number[] = []
  let depth = 0
  let isAwaited = false
  for (const { text: token, index } of jsonTokens(text, /[[\]{},]|[^\s"[\]{},:]+/)) {
    if (isAwaited && token !== ']') starts.push(index)
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    isAwaited = depth === 1 && (token === ',' || token === '[')
  }
  return starts
}
