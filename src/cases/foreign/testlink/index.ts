import { type Element, readXml } from '../../../reports/documents.ts'
import { createForeignDraft, type ForeignDraft, type ForeignReader, xmlReading } from '../foreign-case.ts'
import { putField } from '../fields.ts'
import { htmlIn } from '../html/field.ts'
import type { Tally } from '../loss/tally.ts'
import { inNumberedOrder } from '../numbered-steps.ts'
import { childOf, childrenOf, type XmlNode, childText, textsWithin, visitParts } from '../xml/tree.ts'

/** Reads an XML export of TestLink: nested suites, and cases at any level. User texts are HTML. */
export const readTestlink: ForeignReader = (source, tally) =>
  readXml<ForeignDraft>(
    source,
    (found) =>
      visitParts({
        parts: new Set(['testcase']),
        part: (node, within) => found(draftOf(node, sectionOf(within), tally)),
        open: ({ name, line }) => {
          if (name === 'testsuite') tally.other('suite', line)
        },
        close: ({ name, text, line }, within) => {
          const part =
            partsOfSuite[[within.at(-1)?.name, name].join('/')] ?? (name === 'details' ? 'description' : undefined)
          if (part && (text.trim() || !texts.has(name))) tally.loss(`suite ${part}`, `line ${line}`)
        },
      }),
    xmlReading,
  )

// What a suite has of its own: a case has no place for it.
const partsOfSuite: Readonly<Record<string, string>> = {
  'attachments/attachment': 'attachment',
  'custom_field/value': 'custom field',
  'keywords/keyword': 'keyword',
}

// An export has them without a text, too.
const texts: ReadonlySet<string> = new Set(['details', 'value'])

const sectionOf = (within: readonly Element[]): string =>
  within
    .map(({ attributes }) => attributes['name']?.trim())
    .filter(Boolean)
    .join(' › ')

const draftOf = (node: XmlNode, section: string, tally: Tally): ForeignDraft => {
  const draft = createForeignDraft(node.line)
  const internal = node.attributes['internalid']
  const external = childText(node, 'fullexternalid') || childText(node, 'externalid')
  draft.id = internal?.trim() || external.trim() || undefined
  draft.name = node.attributes['name'] ?? ''
  const place = `line ${node.line} (testlink:${draft.id ?? draft.name})`
  const html = (from: string, text: string, to: string): string => htmlIn({ from, text, to, place }, tally)
  tally.field('name', 'name')
  if (draft.id) tally.field(internal ? 'internalid' : 'externalid', 'source')
  draft.preconditions = html('preconditions', childText(node, 'preconditions'), 'preconditions')
  putField(draft, tally, { from: 'testsuite', to: 'section', value: section })
  for (const child of node.children) {
    const { name, text } = child
    if (taken.has(name)) continue
    const values = lists[name]?.(child)
    if (name === 'attachments') for (const one of child.children) tally.loss('attachment', `line ${one.line}`)
    else if (name === 'custom_fields')
      for (const one of childrenOf(child, 'custom_field'))
        putField(draft, tally, { from: childText(one, 'name') || 'custom_field', value: childText(one, 'value') })
    else if (values !== undefined) putField(draft, tally, { from: name, to: names[name] ?? name, value: values })
    else if (name === 'summary')
      putField(draft, tally, { from: name, value: htmlIn({ from: name, text, place }, tally) })
    else {
      const value = codes[name]?.[text.trim()] ?? (child.children.length > 0 ? textsWithin(child) : text)
      putField(draft, tally, { from: name, to: names[name] ?? name, value })
    }
  }
  if (node.attributes['version']) putField(draft, tally, { from: 'version', value: node.attributes['version'] })
  const steps = childOf(node, 'steps')
  for (const step of inNumberedOrder(childrenOf(steps, 'step'), (one) => childText(one, 'step_number')))
    draft.steps.push({
      action: html('actions', childText(step, 'actions'), 'steps'),
      expectation: html('expectedresults', childText(step, 'expectedresults'), 'steps'),
    })
  // Until version 1.8 all steps were one text.
  const [action, expectation] = [steps?.text ?? '', childText(node, 'expectedresults')]
  if (action.trim() || expectation.trim())
    draft.steps.push({
      action: html('steps', action, 'steps'),
      expectation: html('expectedresults', expectation, 'steps'),
    })
  return draft
}

const taken = new Set(['preconditions', 'steps', 'expectedresults'])

const names: Readonly<Record<string, string>> = {
  importance: 'priority',
  executiontype: 'execution_type',
  keywords: 'tags',
  requirements: 'references',
}

/** The words for values that TestLink writes as numbers. */
const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  importance: { '1': 'low', '2': 'medium', '3': 'high' },
  execution_type: { '1': 'manual', '2': 'automated' },
  executiontype: { '1': 'manual', '2': 'automated' },
}

const lists: Readonly<Record<string, (node: XmlNode) => string>> = {
  keywords: (node) =>
    node.children
      .map(({ attributes }) => attributes['name'])
      .filter(Boolean)
      .join(', '),
  requirements: (node) =>
    node.children
      .map((one) => [childText(one, 'doc_id').trim(), childText(one, 'title').trim()].filter(Boolean).join(' '))
      .filter(Boolean)
      .join(', '),
}
