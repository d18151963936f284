import type { Noun } from '../../contract/vocabulary.ts'
import { plainText } from '../cells/index.ts'
import { paintCell } from '../cells/paint.ts'
import { contentFields, metadataFields, showFields, texts, unknownFields } from './fields.ts'
import { nameOf, projectOfResource } from '../cells/resource-name.ts'
import type { Resource } from '../cells/row.ts'
import { commentsSection, listsOf } from './related.ts'
import { detailsSection, textLines } from './section.ts'
import type { TableView } from '../table/index.ts'
import { safe, safeLines } from '../text/escape.ts'
import { wrap } from '../text/wrap.ts'

/**
 * Shows one resource: its title, fields, texts, steps, custom fields, comments and related lists; only then who wrote it and when,
 * its id, and the fields that the interface doesn't have.
 */
export const showItem = async (view: TableView, noun: Noun, row: Resource): Promise<void> => {
  const project = projectOfResource(noun, row)
  const sections = [
    titleOf(view, noun, row),
    await showFields(view, contentFields(view, noun, { row, project })),
    ...Object.keys(texts).map((name) => detailsSection(view, name, textLines(row[name]))),
    detailsSection(view, 'steps', stepLines(view, row['steps'])),
    detailsSection(view, 'custom fields', await fieldLines(view, row['customFields'])),
    commentsSection(view, row['comments']),
    ...(await listsOf(view, row, project)),
    await showFields(view, metadataFields(view, row)),
    await showFields(view, unknownFields(noun, row)),
  ]
  await view.write(sections.filter((text) => text !== '').join('\n'))
}

const titleOf = (view: TableView, noun: Noun, row: Resource): string => {
  const identifier = safe(nameOf(noun, row))
  const [first = '', ...rest] = wrap(`${identifier}  ${safe(plainText(row['name'] ?? ''))}`.trimEnd(), view.width)
  const handle = paintCell({ text: identifier, tone: 'heading', isHandle: true }, view)
  return [`${handle}${first.slice(identifier.length)}`, ...rest].map((line) => `${line}\n`).join('')
}

const stepLines = ({ symbols, width }: TableView, steps: unknown): string[] => {
  if (!Array.isArray(steps)) return textLines(steps)
  const digits = String(steps.length).length
  return steps.flatMap((step: unknown, at) => {
    const number = `${String(at + 1).padStart(digits)}. `
    // The section is indented by two.
    const room = width - 2 - number.length
    const lines =
      typeof step === 'object'
        ? stepParts(Object(step) as Step, { arrow: symbols.arrow, room })
        : hang('', plainText(step), room)
    return lines.map((line, index) => (index === 0 ? number : ' '.repeat(number.length)) + line)
  })
}

type Step = { action?: unknown; expectation?: unknown }

/** Formats the lines of a step. An expectation of several lines starts on a line of its own, so that its lines align. */
const stepParts = (
  { action = '', expectation = '' }: Step,
  { arrow, room }: { arrow: string; room: number },
): string[] => {
  const [does, expected] = [plainText(action).trimEnd(), plainText(expectation).trimEnd()]
  if (expected === '') return hang('', does, room)
  if (!expected.includes('\n')) return hang('', `${does} ${arrow} ${expected}`.trimStart(), room)
  return [...(does === '' ? [] : hang('', does, room)), ...hang(`${arrow} `, expected, room)]
}

/** Wraps a text into lines: the first follows `lead`, the others are indented to its width. */
const hang = (lead: string, text: string, room: number): string[] =>
  safeLines(text)
    .split('\n')
    .flatMap((line) => wrap(line, Math.max(10, room - lead.length)))
    .map((line, at) => (at === 0 ? lead : ' '.repeat(lead.length)) + line)

const fieldLines = async (view: TableView, fields: unknown): Promise<string[]> => {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return textLines(fields)
  const named = Object.entries(fields).map(([name, value]) => ({ name, text: safe(plainText(value)) || '-' }))
  return (await showFields({ ...view, width: view.width - 2 }, named)).trimEnd().split('\n').filter(Boolean)
}
