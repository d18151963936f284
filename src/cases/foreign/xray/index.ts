import { type Fields, jsonFields, jsonList, jsonText, readJson } from '../../../reports/documents.ts'
import { createForeignDraft, type ForeignDraft, longestForeignText, type ForeignReader } from '../foreign-case.ts'
import { putField } from '../fields.ts'
import type { Tally } from '../loss/tally.ts'
import { inNumberedOrder } from '../numbered-steps.ts'
import { withTestData } from '../text/steps.ts'
import { valueText } from '../text/value.ts'
import { isObject } from '../../../system/json/is-object.ts'

/** The paths of the tests in files of Xray: its import and export format, the answers of its GraphQL API, and a plain list. */
const places = ['tests.*', 'data.getExpandedTests.results.*', 'data.getTests.results.*', '*']
const around = new Set(places.flatMap((place) => place.split('.').map((_, at, keys) => keys.slice(0, at).join('.'))))

/** Whether the first keys of a JSON file are those of Xray. */
export const isXray = (keys: ReadonlySet<string>): boolean =>
  keys.has('tests.*.testInfo') ||
  keys.has('data.getExpandedTests') ||
  keys.has('data.getTests') ||
  keys.has('*.testtype') ||
  keys.has('*.testInfo')

/** Reads a JSON export of Xray. Its texts are Jira's wiki markup or plain text, and stay unchanged. */
export const readXray: ForeignReader = (source, tally) =>
  readJson<ForeignDraft>(
    source,
    (found) => ({
      begins: (path) => (around.has(path) ? 'enter' : places.includes(path) ? 'take' : 'skip'),
      takes: (value, _path, line) => found(draftOf(jsonFields(value), line, tally)),
      ends: () => {},
    }),
    { longest: longestForeignText, cutOff: 'was the export cut off? export it again' },
  )

const draftOf = (test: Fields, line: number, tally: Tally): ForeignDraft => {
  const draft = createForeignDraft(line)
  // The fields of a test are beside its steps or in one of these objects, by the kind of file.
  const [info, jira, fields] = ['testInfo', 'jira', 'fields'].map((name) => jsonFields(test[name])) as [
    Fields,
    Fields,
    Fields,
  ]
  const all = { ...withoutParts(test), ...withoutParts(fields), ...withoutParts(jira), ...withoutParts(info) }
  const take = (names: readonly string[], to: string): string => {
    for (const name of names) {
      const text = valueText(all[name])
      if (!text.trim()) continue
      delete all[name]
      tally.field(name, to)
      return text
    }
    return ''
  }
  draft.id = take(['testKey', 'key', 'issueKey', 'issueId', 'id'], 'source').trim() || undefined
  draft.name = take(['summary', 'name'], 'name')
  const place = `line ${line} (xray:${draft.id ?? draft.name})`
  draft.preconditions = preconditionsIn(all['preconditions'] ?? all['precondition'], tally)
  putField(draft, tally, {
    from: 'folder',
    to: 'section',
    value: folderOf(all['folder'] ?? all['xray_test_repository_folder']),
  })
  const steps = inNumberedOrder(jsonList(all['steps']).map(jsonFields), (one) => one['index'])
  for (const [at, step] of steps.entries()) {
    for (const _ of jsonList(step['attachments'])) tally.loss('attachment', place)
    const [action, data, result] = ['action', 'data', 'result'].map((name) => {
      const text = valueText(step[name])
      if (text.trim()) tally.field(`step: ${name}`, 'steps')
      return text
    })
    for (const [name, value] of Object.entries(step))
      if (!inStep.has(name)) putField(draft, tally, { from: `step ${at + 1}: ${name}`, value: valueText(value) })
    draft.steps.push({ action: withTestData(action ?? '', data), expectation: result ?? '' })
  }
  const script = take(['gherkin', 'definition', 'gherkin_def', 'unstructured', 'unstructured_def'], 'steps')
  if (script.trim()) draft.steps.push({ action: script, expectation: '' })
  for (const [name, value] of Object.entries(all))
    if (!taken.has(name)) putField(draft, tally, { from: name, to: names[name] ?? name, value: valueText(value) })
  return draft
}

const withoutParts = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !['testInfo', 'jira', 'fields'].includes(name)))

const taken = new Set(['steps', 'preconditions', 'precondition', 'folder', 'xray_test_repository_folder'])
const inStep = new Set(['index', 'id', 'action', 'data', 'result', 'attachments'])
const names: Readonly<Record<string, string>> = { labels: 'tags', testtype: 'testType' }

const folderOf = (folder: unknown): string =>
  (jsonText(isObject(folder) ? jsonFields(folder)['path'] : folder) ?? '')
    .split('/')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' › ')

/** Reads preconditions: a text, or tests of their own, of which the key, title and text count. */
const preconditionsIn = (value: unknown, tally: Tally): string => {
  const texts = (
    Array.isArray(value) ? value : 'results' in jsonFields(value) ? jsonList(jsonFields(value)['results']) : [value]
  )
    .map((one) => {
      const { definition, condition, jira, summary, key } = jsonFields(one)
      const { key: jiraKey, summary: title } = jsonFields(jira)
      const text = isObject(one)
        ? [jiraKey ?? key, title ?? summary, definition ?? condition].map(valueText).filter(Boolean).join('\n')
        : valueText(one)
      return text.trim() || (isObject(one) && Object.keys(one as object).length > 0 ? JSON.stringify(one) : '')
    })
    .filter(Boolean)
  if (texts.length > 0) tally.field('preconditions', 'preconditions')
  return texts.join('\n\n')
}
