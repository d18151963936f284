import { readXml } from '../../../reports/documents.ts'
import { createForeignDraft, type ForeignDraft, type ForeignReader, xmlReading } from '../foreign-case.ts'
import { putField } from '../fields.ts'
import type { Tally } from '../loss/tally.ts'
import { inNumberedOrder } from '../numbered-steps.ts'
import { stepsOfText } from '../text/steps.ts'
import { childOf, childrenOf, type XmlNode, childText, textsWithin, visitParts } from '../xml/tree.ts'

/** Reads an XML export of TestRail: nested sections, and the cases of each. Its fields are Markdown, and stay unchanged. */
export const readTestrailXml: ForeignReader = (source, tally) =>
  readXml<ForeignDraft>(
    source,
    (found) => {
      const sections: string[] = []
      let suite = ''
      return visitParts({
        parts: new Set(['case']),
        part: (node) => found(draftOf(node, { section: sections.join(' › '), suite }, tally)),
        open: ({ name, line }) => {
          if (name !== 'section') return
          sections.push('')
          tally.other('section', line)
        },
        close: ({ name, text, line }, within) => {
          const parent = within.at(-1)?.name
          if (name === 'section') sections.pop()
          else if (name === 'name' && parent === 'section') sections[sections.length - 1] = text.trim()
          else if (name === 'name' && parent === 'suite') suite = text.trim()
          else if (name === 'description' && text.trim())
            tally.loss(`${parent === 'suite' ? 'suite' : 'section'} description`, `line ${line}`)
        },
      })
    },
    xmlReading,
  )

const draftOf = (node: XmlNode, { section, suite }: { section: string; suite: string }, tally: Tally): ForeignDraft => {
  const draft = createForeignDraft(node.line)
  const custom = childOf(node, 'custom')
  const read = (from: XmlNode | undefined, name: string, to: string): string => {
    const text = childText(from, name)
    if (text.trim()) tally.field(name, to)
    return text
  }
  draft.id = read(node, 'id', 'source').trim() || undefined
  draft.name = read(node, 'title', 'name')
  draft.preconditions = read(custom, 'preconds', 'preconditions')
  putField(draft, tally, { from: 'section', value: section })
  putField(draft, tally, { from: 'suite', value: suite })
  for (const child of node.children)
    if (!['id', 'title', 'custom'].includes(child.name))
      putField(draft, tally, { from: child.name, value: valueOf(child) })
  for (const child of custom?.children ?? [])
    if (!['preconds', 'steps', 'expected', 'steps_separated'].includes(child.name))
      putField(draft, tally, { from: child.name, value: valueOf(child) })
  const place = `line ${node.line} (testrail:${draft.id ?? draft.name})`
  const separated = childrenOf(childOf(custom, 'steps_separated'), 'step')
  for (const step of inNumberedOrder(separated, (one) => childText(one, 'index'))) addStep(draft, step, tally)
  const { steps, whole } = stepsOfText(read(custom, 'steps', 'steps'), read(custom, 'expected', 'steps'))
  for (const step of steps) draft.steps.push(step)
  if (whole) tally.note('kept as one step, because its expectations are not numbered like its steps', place)
  return draft
}

const addStep = (draft: ForeignDraft, step: XmlNode, tally: Tally): void => {
  const said = ['content', 'expected', 'additional_info', 'refs'].filter((name) => childText(step, name).trim())
  for (const name of said) tally.field(`step: ${name}`, 'steps')
  const more = [childText(step, 'additional_info').trim(), refsIn(step)].filter(Boolean).join('\n\n')
  const content = childText(step, 'content').trim()
  draft.steps.push({ action: [content, more].filter(Boolean).join('\n\n'), expectation: childText(step, 'expected') })
  const known = ['index', 'content', 'expected', 'additional_info', 'refs']
  for (const child of step.children)
    if (!known.includes(child.name))
      putField(draft, tally, { from: `step ${draft.steps.length}: ${child.name}`, value: valueOf(child) })
}

const refsIn = (step: XmlNode): string =>
  childText(step, 'refs').trim() && `References: ${childText(step, 'refs').trim()}`

/** Returns a value, or the values of a list: `Manual` for `<id>6</id><value> Manual</value>`. */
const valueOf = (node: XmlNode): string => {
  if (node.children.length === 0) return node.text
  const value = childOf(node, 'value')
  if (value) return value.text
  return node.children.map((child) => (child.children.length > 0 ? valueOf(child) : textsWithin(child))).join(', ')
}
