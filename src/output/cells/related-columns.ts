import type { Noun } from '../../contract/vocabulary.ts'
import { fieldsIn, parseTemplate } from '../formats/template.ts'
import { columnNames, splitNames } from './resource-columns.ts'

// The service sends these only if asked.
const related: Readonly<Record<Noun, readonly string[]>> = {
  projects: ['cases', 'milestones', 'testRuns'],
  cases: ['comments', 'project'],
  runs: ['tests'],
  tests: ['case', 'testRun', 'comments'],
  milestones: ['testRuns'],
  comments: [],
}

/** Returns the interface's name of the relation that a column or a field within it shows; undefined if every row has the column. */
export const relationOf = (noun: Noun, field: string): string | undefined => {
  const [column = ''] = field.split('.')
  return related[noun].includes(column) ? column.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`) : undefined
}

/** Whether a column can have a value in a command that can ask for these relations. */
export const isPrinted = (noun: Noun, field: string, relations: readonly string[]): boolean => {
  const relation = relationOf(noun, field)
  return relation === undefined || relations.includes(relation)
}

/** Returns the names of the columns that can have a value in a command that can ask for these relations. */
export const printedColumns = (noun: Noun, relations: readonly string[]): string[] =>
  columnNames(noun).filter((name) => isPrinted(noun, name, relations))

/** Returns the fields that `--columns` and `--template` name. */
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
