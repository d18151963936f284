import type { Noun } from '../../contract/vocabulary.ts'
import { fieldsIn, parseTemplate } from '../formats/template.ts'
import { columnNames, splitNames } from './resource-columns.ts'

// What the service sends only where it is asked for.
const related: Readonly<Record<Noun, readonly string[]>> = {
  projects: ['cases', 'milestones', 'testRuns'],
  cases: ['comments', 'project'],
  runs: ['tests'],
  tests: ['case', 'testRun', 'comments'],
  milestones: ['testRuns'],
  comments: [],
}

/** The relation that a column, or a field of one, shows, by the interface's name; undefined of one that every row has. */
export const relationOf = (noun: Noun, field: string): string | undefined => {
  const [column = ''] = field.split('.')
  return related[noun].includes(column) ? column.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`) : undefined
}

/** Whether a column can have a value where these relations can be asked for. */
export const isPrinted = (noun: Noun, field: string, relations: readonly string[]): boolean => {
  const relation = relationOf(noun, field)
  return relation === undefined || relations.includes(relation)
}

/** The names of the columns that can have a value there. */
export const printedColumns = (noun: Noun, relations: readonly string[]): string[] =>
  columnNames(noun).filter((name) => isPrinted(noun, name, relations))

/** The columns, or the fields of a template, that were typed. */
export const fieldsTyped = ({
  columns,
  template,
}: {
  columns?: string | undefined
  template?: string | undefined
}): string[] => [
  ...(columns === undefined ? [] : splitNames(columns)),
  ...(template === undefined ? [] : fieldsIn(parseTemplate(template))),
]
