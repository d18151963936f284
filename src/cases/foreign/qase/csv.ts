import { takeCells } from '../csv/cells.ts'
import { type Header, readCsvTable, type TableRow } from '../csv/table.ts'
import { createForeignDraft, type ForeignDraft, type ForeignReader } from '../foreign-case.ts'
import { putField } from '../fields.ts'
import type { Tally } from '../loss/tally.ts'
import { withTestData } from '../text/steps.ts'
import { numberedPartsOf } from './parts.ts'

/** Whether a header is that of a CSV of Qase, perhaps with fewer columns. */
export const isQaseCsv = ({ find }: Header): boolean => {
  const has = (name: string): boolean => find(name) !== undefined
  if (!has('title') || !(has('v2.id') || has('id'))) return false
  return has('v2.id') || (has('suite_id') && ['steps_actions', 'suite_parent_id', 'suite_without_cases'].some(has))
}

type Suites = Map<string, { name: string; parent: string }>

/**
 * Reads a CSV of Qase: a row for each suite and for each case, whose steps are numbered texts. Its fields are Markdown. The rows of
 * suites come first unless a user has sorted the file, so the cases are made when all suites are known. DECISIONS 333
 */
export const readQaseCsv: ForeignReader = async function* (source, tally) {
  let header: Header | undefined
  const suites: Suites = new Map()
  const held: TableRow[] = []
  for await (const rows of readCsvTable(source, (found) => (header = found)))
    for (const row of rows) {
      if (row.unreadable !== undefined) {
        tally.unreadable({ line: row.line, reason: row.unreadable })
        continue
      }
      addSuite(row, { header: header!, suites, tally })
      held.push(row)
    }
  for (const row of held) {
    const draft = rowOf(row, { header: header!, suites, tally })
    if (draft) yield [draft]
  }
}

type Reading = { header: Header; suites: Suites; tally: Tally }

const addSuite = (row: TableRow, { header, suites, tally }: Reading): void => {
  const { look } = takeCells(row, header, tally)
  const [id, name, parent] = [look('suite_id').trim(), look('suite').trim(), look('suite_parent_id').trim()]
  // The row of a case may name its suite but not the parent of the suite.
  if (name && id && !suites.get(id)?.parent) suites.set(id, { name, parent })
}

const rowOf = (row: TableRow, { header, suites, tally }: Reading): ForeignDraft | undefined => {
  const { take, look, rest } = takeCells(row, header, tally)
  const idName = header.find('v2.id') === undefined ? 'id' : 'v2.id'
  const [suiteId, suite] = [look('suite_id').trim(), look('suite').trim()]
  look('suite_parent_id')
  if (!look(idName).trim() && !look('title').trim()) {
    if (suite || look('suite_without_cases').trim()) tally.other('suite', row.line)
    else tally.unreadable({ line: row.line, reason: 'it has neither an id nor a title' })
    return undefined
  }
  look('suite_without_cases')
  const draft = createForeignDraft(row.line)
  draft.id = take(idName, 'source').trim() || undefined
  draft.name = take('title', 'name')
  draft.preconditions = take('preconditions', 'preconditions')
  if (header.find('suite') !== undefined) {
    for (const name of ['suite_id', 'suite_parent_id']) take(name, 'fields.section')
    putField(draft, tally, { from: 'suite', to: 'section', value: pathOf(suiteId, suites) || suite })
  }
  // Results and data alone are no steps.
  if (header.find('steps_actions') === undefined) {
    rest(draft)
    return draft
  }
  const [actions, results, data] = [
    take('steps_actions', 'steps'),
    take('steps_result', 'steps'),
    take('steps_data', 'steps'),
  ]
  const place = `line ${row.line} (qase:${draft.id ?? draft.name})`
  addSteps(draft, [actions, results, data], () =>
    tally.note('kept as one step, because its numbers are not certain', place),
  )
  rest(draft)
  return draft
}

/** Returns the path of a suite, with the outermost suite first. */
const pathOf = (id: string, suites: Suites): string => {
  const path: string[] = []
  const seen = new Set<string>()
  for (let at = id; at && !seen.has(at); at = suites.get(at)?.parent ?? '') {
    seen.add(at)
    const name = suites.get(at)?.name
    if (name) path.unshift(name)
  }
  return path.join(' › ')
}

const addSteps = (draft: ForeignDraft, texts: readonly [string, string, string], onWhole: () => void): void => {
  if (texts.every((text) => !text.trim())) return
  const [actions, results, data] = texts.map((text) => (text.trim() ? numberedPartsOf(text) : []))
  const count = actions?.length ?? 0
  const isCertain =
    actions && results && data && [results, data].every(({ length }) => length === 0 || length === count)
  if (isCertain && count > 0) {
    actions.forEach((action, at) =>
      draft.steps.push({ action: withTestData(action, data[at]), expectation: results[at] ?? '' }),
    )
    return
  }
  onWhole()
  draft.steps.push({ action: withTestData(texts[0], texts[2]), expectation: texts[1] })
}
