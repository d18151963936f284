import type { Noun } from '../../contract/vocabulary.ts'
import { plainText, showValue } from '../cells/index.ts'
import { nameOf } from '../cells/resource-name.ts'
import type { Resource } from '../cells/row.ts'
import { labelOf } from './label.ts'
import { detailsSection, textLines } from './section.ts'
import { showList, cellOptionsOf, type TableView } from '../table/index.ts'
import { safe } from '../text/escape.ts'
import { isObject } from '../../system/json/is-object.ts'

const one = { case: 'cases', testRun: 'runs', project: 'projects' } as const
const many = { cases: 'cases', milestones: 'milestones', testRuns: 'runs', tests: 'tests' } as const

/** Returns the identifier and name of the case, run and project that a resource belongs to, if the answer includes them. */
export const referencesOf = (row: Resource, project: string | undefined): { name: string; text: string }[] =>
  Object.entries(one).flatMap(([name, noun]) => {
    const related = row[name]
    return isObject(related) ? { name, text: referenceTo(noun, related, project) } : []
  })

const referenceTo = (noun: Noun, row: Resource, project: string | undefined): string =>
  safe(`${nameOf(noun, row, project)}  ${plainText(row['name'])}`)

/** Formats the related resources that came with a resource as tables. */
export const listsOf = async (view: TableView, row: Resource, project: string | undefined): Promise<string[]> => {
  const sections: string[] = []
  for (const [name, noun] of Object.entries(many)) {
    const related = row[name]
    if (!Array.isArray(related)) continue
    const named = await listSections(view, { name: labelOf(name), noun, related, project })
    for (const section of named) sections.push(section)
  }
  return sections
}

const titled = (name: string, related: readonly unknown[]): string => `${name} (${related.length})`

/** Formats a table of related resources, followed by tables of the resources that are related to each of them. */
const listSections = async (
  view: TableView,
  { name, noun, related, project }: { name: string; noun: Noun; related: unknown[]; project: string | undefined },
): Promise<string[]> => {
  const rows = related.filter(isObject).map((row) => ({ ...row, identifier: nameOf(noun, row, project) }))
  let table = ''
  const write = async (text: string) => void (table += text)
  await showList({ ...view, width: view.width - 2, write }, noun, { rows })
  const sections = [detailsSection(view, titled(name, related), table === '' ? ['none'] : table.trimEnd().split('\n'))]
  for (const row of rows)
    for (const [below, kind] of Object.entries(many)) {
      const list = (row as Resource)[below]
      const of = { name: `${labelOf(below)} of ${safe(row.identifier)}`, noun: kind, project }
      if (!Array.isArray(list)) continue
      for (const section of await listSections(view, { ...of, related: list })) sections.push(section)
    }
  return sections
}

/** Formats the comments on a resource, with author and time; an empty text if they were not asked for. */
export const commentsSection = (view: TableView, comments: unknown): string =>
  Array.isArray(comments)
    ? detailsSection(view, titled('comments', comments), commentLines(view, comments.filter(isObject)))
    : ''

const commentLines = (view: TableView, comments: readonly Resource[]): string[] =>
  comments.length === 0
    ? ['none']
    : comments.flatMap(({ createdBy, createdAt, content }) => {
        const when = showValue('time', createdAt, cellOptionsOf(view)).text
        const author = safe([plainText(createdBy ?? ''), when].filter(Boolean).join(', '))
        return [view.palette('faint', author), ...textLines(content).map((line) => `  ${line}`)]
      })
