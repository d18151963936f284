import { readXml } from '../../../reports/documents.ts'
import { createForeignDraft, type ForeignDraft, type ForeignReader, xmlReading } from '../foreign-case.ts'
import { putField } from '../fields.ts'
import { htmlIn } from '../html/field.ts'
import type { Tally } from '../loss/tally.ts'
import { inNumberedOrder } from '../numbered-steps.ts'
import { withTestData } from '../text/steps.ts'
import { childOf, childrenOf, type XmlNode, childText, textsWithin, visitParts } from '../xml/tree.ts'
import { rowsOfData } from './test-data.ts'

/** Reads an XML export of Zephyr Scale. User texts are HTML, except for a BDD script. */
export const readZephyr: ForeignReader = (source, tally) =>
  readXml<ForeignDraft>(
    source,
    (found) =>
      visitParts({
        parts: new Set(['testCase']),
        part: (node) => found(draftOf(node, tally)),
        open: ({ name, line }) => {
          if (name === 'folder') tally.other('folder', line)
        },
      }),
    xmlReading,
  )

const draftOf = (node: XmlNode, tally: Tally): ForeignDraft => {
  const draft = createForeignDraft(node.line)
  draft.id = node.attributes['key']?.trim() || node.attributes['id']?.trim() || undefined
  draft.name = childText(node, 'name')
  if (draft.id) tally.field('key', 'source')
  if (draft.name.trim()) tally.field('name', 'name')
  const place = `line ${node.line} (zephyr:${draft.id ?? draft.name})`
  const html = (from: string, text: string, to?: string): string =>
    htmlIn({ from, text, place, ...(to && { to }) }, tally)
  draft.preconditions = html('precondition', childText(node, 'precondition'), 'preconditions')
  const folder = childText(node, 'folder')
    .split('/')
    .map((part) => part.trim())
  putField(draft, tally, { from: 'folder', to: 'section', value: folder.filter(Boolean).join(' › ') })
  for (const child of node.children) {
    const { name, text } = child
    if (taken.has(name)) continue
    if (name === 'attachments') for (const one of child.children) tally.loss('attachment', `line ${one.line}`)
    else if (name === 'customFields')
      for (const field of child.children)
        putField(draft, tally, {
          from: childText(field, 'name') || field.attributes['name'] || field.name,
          value: html('custom field', childText(field, 'value') || field.text),
        })
    else if (name === 'testDataWrapper') putField(draft, tally, { from: 'testData', value: rowsOfData(child) })
    else if (name === 'parameters') putField(draft, tally, { from: name, value: parametersIn(child) })
    else if (name === 'objective') putField(draft, tally, { from: name, value: html(name, text) })
    else putField(draft, tally, { from: name, to: names[name] ?? name, value: valueOf(child) })
  }
  addScript(draft, childOf(node, 'testScript'), { html, tally })
  return draft
}

const taken = new Set(['name', 'precondition', 'folder', 'testScript'])

const names: Readonly<Record<string, string>> = { labels: 'tags', issues: 'references' }

// `<issue><key>EWB-1</key><summary>…</summary></issue>`, or a list of texts.
const valueOf = (node: XmlNode): string =>
  node.children.length === 0
    ? node.text
    : node.children.map((child) => textsWithin(child).replace(/\n+/g, ' ')).join(', ')

const parametersIn = (node: XmlNode): string =>
  childrenOf(node, 'parameter')
    .map((one) => `${childText(one, 'name').trim()}: ${childText(one, 'defaultValue').trim()}`)
    .join('\n')

type Help = { html: (from: string, text: string, to?: string) => string; tally: Tally }

const addScript = (draft: ForeignDraft, script: XmlNode | undefined, { html, tally }: Help): void => {
  const type = script?.attributes['type'] ?? ''
  putField(draft, tally, { from: 'testScript type', to: 'script type', value: type })
  const details = childText(script, 'details')
  if (details.trim()) {
    const isText = type.toLowerCase() === 'bdd'
    if (isText) tally.field('bdd script', 'steps')
    draft.steps.push({ action: isText ? details : html('plain script', details, 'steps'), expectation: '' })
  }
  const steps = childrenOf(childOf(script, 'steps'), 'step')
  for (const step of inNumberedOrder(steps, ({ attributes }) => attributes['index'])) {
    const data = html('testData', childText(step, 'testData'), 'steps')
    const action = html('description', childText(step, 'description'), 'steps')
    const expectation = html('expectedResult', childText(step, 'expectedResult'), 'steps')
    const called = step.children.filter(({ name }) => !inStep.has(name)).map((child) => textsWithin(child))
    const call = called.filter(Boolean).join(' ')
    const place = `line ${step.line} (zephyr:${draft.id ?? draft.name})`
    if (call) tally.note('a step that calls another test case names it', place)
    else if (!step.children.some(({ name }) => name === 'description')) tally.loss('unnamed test case call', place)
    for (const one of childOf(step, 'attachments')?.children ?? []) tally.loss('attachment', `line ${one.line}`)
    for (const field of childOf(step, 'customFields')?.children ?? [])
      putField(draft, tally, {
        from: `step ${draft.steps.length + 1}: ${childText(field, 'name') || field.name}`,
        value: childText(field, 'value') || field.text,
      })
    draft.steps.push({ action: withTestData([action, call].filter(Boolean).join('\n\n'), data), expectation })
  }
}

const inStep = new Set(['customFields', 'description', 'expectedResult', 'testData', 'attachments'])
