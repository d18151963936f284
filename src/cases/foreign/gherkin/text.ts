import type { Step } from '../../../contract/models.ts'
import type { FeatureFile, GherkinBackground, GherkinScenario, GherkinStep } from './parse.ts'

type Lines = FeatureFile['lines']
type Row = { location: { line: number } }

/** A step as it is written: its keyword, its text, and below it its table or its doc string. */
const textOfStep = ({ keyword, text, dataTable, docString }: GherkinStep, lines: Lines): string =>
  [
    `${keyword}${text}`,
    ...(dataTable ? tableOf(dataTable.rows, lines) : []),
    ...(docString ? docStringOf(docString) : []),
  ].join('\n')

/** Rows as they are written, with what is escaped in them. */
const tableOf = (rows: readonly Row[], lines: Lines): string[] =>
  rows.map(({ location }) => (lines[location.line - 1] ?? '').trim())

const docStringOf = ({ content, delimiter, mediaType = '' }: NonNullable<GherkinStep['docString']>): string[] => [
  `${delimiter}${mediaType}`,
  ...(content === '' ? [] : [content.replaceAll(delimiter, delimiter.replace(/./g, '\\$&'))]),
  delimiter,
]

/** A background as preconditions: its name and description where it has them, then its steps, a line each. */
export const textOfBackground = ({ name, description, steps }: GherkinBackground, lines: Lines): string =>
  [name, dedented(description), steps.map((step) => textOfStep(step, lines)).join('\n')].filter(Boolean).join('\n\n')

/** The tables of a scenario outline, with their tags, names and descriptions. */
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

/** A description without the indentation of its first line. */
export const dedented = (description: string): string => {
  const indent = description.search(/\S|$/)
  return description
    .split('\n')
    .map((line) => line.slice(Math.min(indent, line.search(/\S|$/))))
    .join('\n')
    .trim()
}

/**
 * The steps of a scenario. What follows Then becomes the expectation of the step before it, as far as that is certain: where the
 * keyword means Then and nothing else, and the And and But after it. Keywords stay, so that nothing is lost. DECISIONS 221
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
