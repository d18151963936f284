import { type Fields, jsonFields, jsonList, jsonText, readJson } from '../../../reports/documents.ts'
import { createForeignDraft, type ForeignDraft, longestForeignText, type ForeignReader } from '../foreign-case.ts'
import { putField } from '../fields.ts'
import { inNumberedOrder } from '../numbered-steps.ts'
import { valueText } from '../text/value.ts'
import type { Tally } from '../loss/tally.ts'
import { withTestData } from '../text/steps.ts'
import { isObject } from '../../../system/json/is-object.ts'

/** Reads a JSON export of Qase: nested suites, and the cases of each. */
export const readQaseJson: ForeignReader = (source, tally) =>
  readJson<ForeignDraft>(
    source,
    (found) => ({
      begins: (path) => (path === '' || path === 'suites' ? 'enter' : path === 'suites.*' ? 'take' : 'skip'),
      takes: (value, _path, line) => takeSuite(jsonFields(value), { line, path: [], found, tally }),
      ends: () => {},
    }),
    { longest: longestForeignText, cutOff: 'was the export cut off? export it again' },
  )

type Taking = { line: number; path: readonly string[]; found: (draft: ForeignDraft) => void; tally: Tally }

const takeSuite = (suite: Fields, taking: Taking): void => {
  const path = [...taking.path, jsonText(suite['title']) ?? ''].filter(Boolean)
  const place = `line ${taking.line} (suite ${path.join(' › ')})`
  for (const name of ['description', 'preconditions'])
    if (jsonText(suite[name])?.trim()) taking.tally.loss(`suite ${name.replace(/s$/, '')}`, place)
  for (const one of jsonList(suite['cases'])) takeCase(jsonFields(one), { ...taking, path })
  for (const inner of jsonList(suite['suites'])) takeSuite(jsonFields(inner), { ...taking, path })
}

const takeCase = (one: Fields, { line, path, found, tally }: Taking): void => {
  const draft = createForeignDraft(line)
  const read = (name: string, to: string): string => {
    const text = jsonText(one[name]) ?? ''
    if (text.trim()) tally.field(name, to)
    return text
  }
  draft.id = read('id', 'source') || undefined
  draft.name = read('title', 'name')
  draft.preconditions = read('preconditions', 'preconditions')
  putField(draft, tally, { from: 'suite', to: 'section', value: path.join(' › ') })
  const place = `line ${line} (qase:${draft.id ?? draft.name})`
  addSteps(draft, jsonList(one['steps']), { place, tally, isNested: false })
  for (const [name, value] of Object.entries(one)) {
    if (['id', 'title', 'preconditions', 'steps'].includes(name)) continue
    if (name === 'attachments') for (const _ of jsonList(value)) tally.loss('attachment', place)
    else if (name === 'custom_fields')
      for (const field of jsonList(value).map(jsonFields))
        putField(draft, tally, {
          from: jsonText(field['title']) ?? jsonText(field['name']) ?? jsonText(field['id']) ?? name,
          value: valueText(field['value']),
        })
    else putField(draft, tally, { from: name, value: valueText(value) })
  }
  found(draft)
}

type Adding = { place: string; tally: Tally; isNested: boolean }

const addSteps = (draft: ForeignDraft, steps: readonly unknown[], { place, tally, isNested }: Adding): void => {
  for (const step of inNumberedOrder(steps.filter(isObject).map(jsonFields), (one) => one['position'])) {
    if (isNested) tally.note('nested steps are listed one after the other', place)
    const action = jsonText(step['action']) ?? ''
    const expectation = jsonText(step['expected_result']) ?? ''
    const data = jsonText(step['data']) ?? jsonText(step['input_data'])
    for (const _ of jsonList(step['attachments'])) tally.loss('attachment', place)
    tally.field('steps', 'steps')
    draft.steps.push({ action: withTestData(action, data), expectation })
    addSteps(draft, jsonList(step['steps']), { place, tally, isNested: true })
  }
}
