import { wrapIndented } from '../cli/page-width.ts'
import { parseIdentifier } from '../contract/identifiers.ts'
import { errorMessage, exitCodes, type Issue, TestctlError } from '../errors.ts'
import { plain, type Palette } from './style/color.ts'
import { safe, safeJson, safeLines } from './text/escape.ts'
import { reasonLines } from './text/reasons.ts'
import { withoutSecrets } from './text/secrets.ts'

/** How an error is shown: as a line of JSON or to people, with how much detail, and on how many columns (undefined: any). */
export type ProblemForm = {
  json?: boolean
  verbose?: boolean
  palette?: Palette
  columns?: number | undefined
  /** What a next step has besides, such as the project that was typed. */
  complete?: (hint: string) => string
}

/**
 * An error as stderr shows it: what happened and what to do next, in two lines, the single issues below; or one line
 * of JSON. A next step that can be typed stands after `try:`. Any other error is a bug. What was typed is repeated here without
 * the password of an address and without keys.
 */
export const formatProblem = (error: unknown, form: ProblemForm = {}): string => {
  const problem = masked(error instanceof TestctlError ? error : bugOf(error), form)
  return form.json ? formatJson(problem, error, form) : formatText(problem, error, form)
}

type Problem = Pick<TestctlError, 'code' | 'message' | 'status' | 'exitCode' | 'hint' | 'issues'>

const bugOf = (error: unknown): Problem => ({
  code: 'bug',
  message: `unexpected: ${errorMessage(error)}`,
  status: undefined,
  exitCode: exitCodes.bug,
  hint: 'this is a bug in testctl; run it again with --verbose to see where',
  issues: undefined,
})

const masked = (
  { code, message, status, exitCode, hint, issues }: Problem,
  { complete = (text) => text }: ProblemForm,
): Problem => ({
  code,
  message: cutLong(withoutSecrets(message)),
  status,
  exitCode,
  // No line that is to be typed is as long.
  hint: hint && hint.length <= longestHint ? withFewIds(withoutSecrets(complete(hint))) : undefined,
  issues: issues?.map((issue) => ({
    path: cutLong(withoutSecrets(issue.path)),
    message: cutLong(withoutSecrets(issue.message)),
  })),
})

/** A line with very many identifiers, as xargs types it, has the first and the last of them, and is not to be typed. DECISIONS 494 */
const withFewIds = (hint: string): string => {
  if (hint.length <= longestLine) return hint
  const few = hint.replace(manyIds, '$1 … $2')
  return few !== hint && hint.startsWith('testctl ') ? `such as: ${few}` : few
}

// A line of more characters fills the screen of a terminal, and hides the error above it.
const longestLine = 1000
const anId = String.raw`(?:[A-Z][A-Z0-9_]{0,15}-)?[CTRM]\d{1,15}`
const manyIds = new RegExp(String.raw`\b(${anId})(?: ${anId}){8,} (${anId})\b`, 'gi')

/**
 * A text whose quoted parts are no longer than is needed to know them, and that fills no screen with one word: they may come from
 * stdin. DECISIONS 327
 */
const cutLong = (text: string): string => {
  if (text.length <= longestQuote) return text
  const cutWords = (part: string) => part.replace(/\S+/g, (word) => cutTo(word, longestWord))
  const parts = text.split('"').map((part, at) => (at % 2 === 1 ? cutTo(part, longestQuote) : cutWords(part)))
  return cutTo(parts.join('"'), longestText, longestText)
}

const cutTo = (text: string, longest: number, kept = 80): string =>
  text.length > longest ? `${text.slice(0, kept)}…` : text

const longestQuote = 200
// Addresses and paths are long, and are needed whole.
const longestWord = 4096
const longestText = 16_000
const longestHint = 100_000

const formatJson = (problem: Problem, thrown: unknown, { verbose = false }: ProblemForm): string => {
  const { code, message, status, exitCode, hint, issues } = problem
  const details = verbose ? detailsOf(thrown) : []
  const error = { code, message, status, exitCode, hint, issues: filled(issues), details: filled(details) }
  return `${safeJson(JSON.stringify({ error }))}\n`
}

const filled = <T>(list: readonly T[] | undefined): readonly T[] | undefined => (list?.length ? list : undefined)

const formatText = (
  problem: Problem,
  error: unknown,
  { verbose = false, palette = plain, columns = Infinity }: ProblemForm,
): string => {
  const { message, hint, issues = [] } = problem
  const lines = [
    `error: ${indented(message)}`,
    ...(hint ? [`  ${hint.startsWith('testctl ') ? 'try: ' : ''}${indented(hint, '  ')}`] : []),
    ...issueLines(message, issues),
    ...(verbose && problem.status !== undefined ? [`  status: ${problem.status}`] : []),
    ...(verbose ? detailsOf(error).map((detail) => `  ${indented(detail)}`) : []),
  ]
  const text = lines.flatMap((line) => fitText(line, columns)).join('\n')
  return `${text.replace('error:', palette('error', 'error:'))}\n`
}

/**
 * The issues that the message does not have. Where it begins with one and all are different, they name themselves, and need no
 * place. DECISIONS 251
 */
const issueLines = (message: string, issues: readonly Issue[]): string[] => {
  const said = new Set(issues.map(({ message: what }) => what))
  const named = said.size === issues.length && issues.some(({ message: what }) => what && message.startsWith(what))
  const left = issues.filter(
    ({ path, message: what }) => !message.includes(named || issues.length === 1 ? what : `${path} ${what}`),
  )
  const lines = left.map(({ path, message: what }) => ({
    line: `${path && !named ? `${safe(path)}: ` : ''}${safe(what)}`,
    identifier: parseIdentifier(path) && path,
    reason: safe(what),
  }))
  return reasonLines(lines).map((line) => `  - ${line}`)
}

/** Breaks lines between words where the terminal is narrow, as help does; a command to type stays whole, to be copied. */
const fitText = (text: string, columns: number): string[] =>
  columns >= narrow || text.startsWith('  try: ')
    ? [text]
    : text.split('\n').flatMap((line) => wrapIndented(line, { width: columns, indent: '    ' }))

// Wider terminals have room for most errors, and break the others well enough.
const narrow = 60

// A message of several lines keeps them, below the first.
const indented = (text: string, indent = '    '): string => safeLines(text).trimEnd().replaceAll('\n', `\n${indent}`)

/** Where a bug is, or what an error was caused by, and that in turn. */
const detailsOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return []
  if (!(error instanceof TestctlError)) return [withoutSecrets(error.stack ?? '')]
  const causes: string[] = []
  for (let cause = error.cause; cause instanceof Error && causes.length < 5; cause = cause.cause)
    causes.push(`cause: ${withoutSecrets(cause.message)}`)
  return causes
}
