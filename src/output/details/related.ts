import type { Noun } from '../../contract/vocabulary.ts'
import { plainText } from '../cells/index.ts'
import { nameOf } from '../cells/resource-name.ts'
import type { Resource } from '../cells/row.ts'
import { detailsSection, textLines } from './section.ts'
import { showList, type TableView } from '../table/index.ts'
import { safe } from '../text/escape.ts'
import { formatAgo, readTime } from '../text/time.ts'

/** What came along with a resource because its relations were asked for. */
export const relatedSections = async (
  view: TableView,
  row: Resource,
  project: string | undefined,
): Promise<string[]> => {
  const sections = Object.entries(one).map(([name, noun]) => {
    const related = row[name]
    return isRow(related) ? detailsSection(view, name, [referenceTo(noun, related, project)]) : ''
  })
  for (const [name, noun] of Object.entries(many)) {
    const related = row[name]
    if (Array.isArray(related)) sections.push(...(await listSections(view, { name, noun, related, project })))
  }
  const { comments } = row
  if (Array.isArray(comments))
    sections.push(detailsSection(view, titled('comments', comments), commentLines(view, comments)))
  return sections
}

const one = { case: 'cases', testRun: 'runs', project: 'projects' } as const
const many = { cases: 'cases', milestones: 'milestones', testRuns: 'runs', tests: 'tests' } as const

const isRow = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const titled = (name: string, related: readonly unknown[]): string => `${name} (${related.length})`

const referenceTo = (noun: Noun, row: Resource, project: string | undefined): string =>
  safe(`${nameOf(noun, row, project)}  ${plainText(row['name'])}`)

/** A table of related resources, and below it one for each of theirs. */
const listSections = async (
  view: TableView,
  { name, noun, related, project }: { name: string; noun: Noun; related: unknown[]; project: string | undefined },
): Promise<string[]> => {
  const rows = related.filter(isRow).map((row) => ({ ...row, identifier: nameOf(noun, row, project) }))
  let table = ''
  const write = async (text: string) => void (table += text)
  await showList({ ...view, width: view.width - 2, write }, noun, { rows })
  const sections = [detailsSection(view, titled(name, related), table === '' ? ['none'] : table.trimEnd().split('\n'))]
  for (const row of rows)
    for (const [below, kind] of Object.entries(many)) {
      const list = (row as Resource)[below]
      const of = { name: `${below} of ${safe(row.identifier)}`, noun: kind, project }
      if (Array.isArray(list)) sections.push(...(await listSections(view, { ...of, related: list })))
    }
  return sections
}

const commentLines = (view: TableView, comments: readonly unknown[]): string[] =>
  comments.length === 0
    ? ['none']
    : comments.filter(isRow).flatMap(({ createdBy, createdAt, content }) => {
        const date = readTime(createdAt)
        const when = date ? formatAgo(date, view.now) : plainText(createdAt)
        const author = safe(`${plainText(createdBy)}, ${when}`)
        return [view.palette('faint', author), ...textLines(content).map((line) => `  ${line}`)]
      })
