import type { Noun } from '../../contract/vocabulary.ts'
import { plainText } from '../cells/index.ts'
import { plainFields, showFields, texts, unknownFields } from './fields.ts'
import { nameOf, projectOf } from '../cells/resource-name.ts'
import type { Resource } from '../cells/row.ts'
import { relatedSections } from './related.ts'
import { detailsSection, textLines } from './section.ts'
import type { TableView } from '../table/index.ts'
import { safe, safeLines } from '../text/escape.ts'

/** Shows one resource: its name, its fields, its texts, what came along with it, and what the interface doesn't have. */
export const showItem = async (view: TableView, noun: Noun, row: Resource): Promise<void> => {
  const unknown = unknownFields(noun, row)
  const sections = [
    titleOf(view, noun, row),
    await showFields(view, plainFields(view, noun, row)),
    ...Object.keys(texts).map((name) => detailsSection(view, name, textLines(row[name]))),
    detailsSection(view, 'steps', stepLines(view, row['steps'])),
    detailsSection(view, 'customFields', await fieldLines(view, row['customFields'])),
    ...(await relatedSections(view, row, projectOf(noun, row))),
    unknown.length > 0 ? await showFields(view, unknown) : '',
  ]
  await view.write(sections.filter((text) => text !== '').join('\n'))
}

const titleOf = ({ palette }: TableView, noun: Noun, row: Resource): string => {
  const name = safe(plainText(row['name'] ?? ''))
  return `${palette('heading', safe(nameOf(noun, row)))}${name && '  '}${name}\n`
}

const stepLines = ({ symbols }: TableView, steps: unknown): string[] => {
  if (!Array.isArray(steps)) return textLines(steps)
  const digits = String(steps.length).length
  return steps.flatMap((step: unknown, at) => {
    const { action, expectation } = Object(step) as Record<string, unknown>
    const said = [action, expectation].filter((text) => text !== undefined && text !== '').map(plainText)
    const text = typeof step === 'object' ? said.join(` ${symbols.arrow} `) : plainText(step)
    const [first = '', ...rest] = safeLines(text).split('\n')
    const number = `${String(at + 1).padStart(digits)}. `
    return [number + first, ...rest.map((line) => ' '.repeat(number.length) + line)]
  })
}

const fieldLines = async (view: TableView, fields: unknown): Promise<string[]> => {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return textLines(fields)
  const named = Object.entries(fields).map(([name, value]) => ({ name, text: safe(plainText(value)) || '-' }))
  return named.length === 0 ? [] : (await showFields(view, named)).trimEnd().split('\n')
}
