import { resources } from '../../contract/vocabulary.ts'
import { mostNames } from './entries.ts'
import type { CallFields, RecordedCall } from './record.ts'

/** The calls of a command line that are remembered until it ends. */
export type Calls = { note: (call: RecordedCall) => void; all: () => readonly RecordedCall[] }

/**
 * Remembers calls in bounded memory and almost no time: of each list the first page, and the last pages that have `mostNames` rows;
 * the latest `mostLists` lists and the first `mostOthers` other calls, but every deletion. Of each row it remembers the names alone: a
 * row may have thousands of others within it, such as the tests of a run.
 */
export const createCalls = ({ mostLists = 16, mostOthers = 500 } = {}): Calls => {
  const groups: RecordedCall[][] = []
  const lists = new Map<string, RecordedCall[]>()
  let others = 0
  const drop = (key: string): void => {
    lists.get(key)?.splice(0)
    lists.delete(key)
  }
  const begin = (key: string): RecordedCall[] => {
    // A list that is read again replaces the earlier one.
    drop(key)
    const [oldest] = lists.keys()
    if (lists.size >= mostLists && oldest !== undefined) drop(oldest)
    const pages: RecordedCall[] = []
    lists.set(key, pages)
    groups.push(pages)
    return pages
  }
  return {
    note: (answered) => {
      const call = namesOnly(answered)
      const { noun, verb, values } = call
      if (verb !== 'list') {
        if (others++ < mostOthers || verb === 'delete') groups.push([call])
        return
      }
      const key = `${noun} ${String(values['projectId'] ?? values['testRunId'])}`
      const pages = (values['offset'] ? lists.get(key) : undefined) ?? begin(key)
      pages.push(call)
      const rest = pages.slice(2).reduce((sum, page) => sum + sizeOf(page), 0)
      if (rest >= mostNames) pages.splice(1, 1)
    },
    all: () => groups.flat(),
  }
}

const namesOnly = (call: RecordedCall): RecordedCall => {
  const { noun, verb, answer } = call
  if (answer === undefined) return call
  const { one, many } = resources[noun]
  if (verb !== 'list') return { ...call, answer: { [one]: namesOf(answer[one]) } }
  const { [many]: rows, pagination } = answer
  return { ...call, answer: { [many]: Array.isArray(rows) ? rows.map(namesOf) : [], pagination } }
}

const namesOf = (row: unknown): CallFields => {
  const { id, identifier, displayId, name } = Object(row) as CallFields
  return { id, identifier, displayId, name }
}

const sizeOf = ({ noun, answer }: RecordedCall): number => {
  const rows = answer?.[resources[noun].many]
  return Array.isArray(rows) ? rows.length : 0
}
