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
 * Shows one resource: its name, what it holds and belongs to, its texts and steps, what was said of it, what came along with it,
 * and only then who wrote it when, its id, and what the interface doesn't have.
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
    const { action, expectation } = Object(step) as Record<string, unknown>
    const parts = [action, expectation].filter((text) => text !== undefined && text !== '').map(plainText)
    const text = typeof step === 'object' ? parts.join(` ${symbols.arrow} `) : plainText(step)
    const number = `${String(at + 1).padStart(digits)}. `
    const [first = '', ...rest] = safeLines(text)
      .split('\n')
      // The section is indented by two.
      .flatMap((line) => wrap(line, Math.max(10, width - 2 - number.length)))
    return [number + first, ...rest.map((line) => ' '.repeat(number.length) + line)]
  })
}

const fieldLines = async (view: TableView, fields: unknown): Promise<string[]> => {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return textLines(fields)
  const named = Object.entries(fields).map(([name, value]) => ({ name, text: safe(plainText(value)) || '-' }))
  return (await showFields({ ...view, width: view.width - 2 }, named)).trimEnd().split('\n').filter(Boolean)
}
