import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin'
import { type Issue, UsageError } from '../../../errors.ts'
import { mergeConflictIn, unmergedHint } from '../../problem.ts'

type GherkinDocument = ReturnType<typeof parseDocument>
export type GherkinFeature = NonNullable<GherkinDocument['feature']>
type FeatureChild = GherkinFeature['children'][number]
export type GherkinRule = NonNullable<FeatureChild['rule']>
export type GherkinBackground = NonNullable<FeatureChild['background']>
export type GherkinScenario = NonNullable<FeatureChild['scenario']>
export type GherkinStep = GherkinScenario['steps'][number]

/** A feature file: the result of Cucumber's parser, and the lines as they are written. */
export type FeatureFile = Pick<GherkinDocument, 'feature' | 'comments'> & { lines: readonly string[] }

/** Parses a feature file in any language that Gherkin has. Throws a UsageError with the place of each error (at most 20). */
export const parseFeature = (name: string, text: string): FeatureFile => {
  // The parser accepts a conflict within a description or doc string.
  const conflict = mergeConflictIn(text)
  if (conflict) throw new UsageError(`${name}:${conflict.line}: ${conflict.message}`, { hint: unmergedHint })
  try {
    return { ...parseDocument(text), lines: text.split(/\r?\n/) }
  } catch (cause) {
    const issues = issuesOf(name, cause)
    if (issues.length === 0) throw cause
    throw new UsageError(`${name} is not valid Gherkin`, {
      issues,
      hint: 'fix these lines; a file in another language begins with # language: fr',
      cause,
    })
  }
}

const parseDocument = (text: string) => {
  // The ids are for Cucumber's messages, and unused here.
  const newId = () => ''
  return new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher()).parse(text)
}

type ParserError = Error & { errors?: readonly Error[]; location?: { line: number } }

const issuesOf = (name: string, cause: unknown): Issue[] => {
  const { errors, location, message } = cause as ParserError
  if (errors) return errors.flatMap((error) => issuesOf(name, error)).slice(0, 20)
  return location ? [{ path: `${name}:${location.line}`, message: message.replace(/^\(\d+:\d+\): /, '') }] : []
}
