import type { Step } from '../../../contract/models.ts'
import type { FeatureFile, GherkinBackground, GherkinScenario, GherkinStep } from './parse.ts'

type Lines = FeatureFile['lines']
type Row = { location: { line: number } }

/** Formats a step as it is written: its keyword, its text, and below it its table or its doc string. */
const textOfStep = ({ keyword, text, dataTable, docString }: GherkinStep, lines: Lines): string =>
  [
    `${keyword}${text}`,
    ...(dataTable ? tableOf(dataTable.rows, lines) : []),
    ...(docString ? docStringOf(docString) : []),
  ].join('\n')

/** Returns rows as they are written, with their escapes. */
const tableOf = (rows: readonly Row[], lines: Lines): string[] =>
  rows.map(({ location }) => (lines[location.line - 1] ?? '').trim())

const docStringOf = ({ content, delimiter, mediaType = '' }: NonNullable<GherkinStep['docString']>): string[] => [
  `${delimiter}${mediaType}`,
  ...(content === '' ? [] : [content.replaceAll(delimiter, delimiter.replace(/./g, '\\$&'))]),
  delimiter,
]

/** Formats a background as preconditions: its name and description if it has them, then its steps, one per line. */
export const textOfBackground = ({ name, description, steps }: GherkinBackground, lines: Lines): string =>
  [name, dedented(description), steps.map((step) => textOfStep(step, lines)).join('\n')].filter(Boolean).join('\n\n')

/** Formats the tables of a scenario outline, with their tags, names and descriptions. */
export const textOfExamples = ({ examples }: GherkinScenario, lines: Lines): string =>
  examples
    .map(({ keyword, name, tags, description, tableHeader, tableBody }) =>
      [
        tags.map((tag) => tag.name).join(' '),
        `${keyword}:${name && ` ${name}`}`,
        dedented(description),
        ...tableOf(tableHeader ? [tableHeader, ...tableBody] : [], lines),
      ]
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n')

/** Removes the indentation of the first line from all lines of a description. */
export const dedented = (description: string): string => {
  const indent = description.search(/\S|$/)
  return description
    .split('\n')
    .map((line) => line.slice(Math.min(indent, line.search(/\S|$/))))
    .join('\n')
    .trim()
}

/**
 * Converts the steps of a scenario. A Then becomes the expectation of the step before it if its keyword can mean nothing else; so do
 * the And and But after it. Keywords stay in the texts, so that nothing is lost. DECISIONS 221
 */
export const stepsOfScenario = ({ steps }: GherkinScenario, lines: Lines): Step[] => {
  const found: Step[] = []
  let isOutcome = false
  for (const step of steps) {
    if (step.keywordType !== 'Conjunction') isOutcome = step.keywordType === 'Outcome'
    const text = textOfStep(step, lines)
    const last = found.at(-1)
    if (!isOutcome) found.push({ action: text, expectation: '' })
    else if (last) last.expectation += last.expectation === '' ? text : `\n${text}`
    else found.push({ action: '', expectation: text })
  }
  return found
}
