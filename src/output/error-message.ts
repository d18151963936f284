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
  /** Completes a hint with flags that were typed, such as the project. */
  complete?: (hint: string) => string
}

/**
 * Formats an error for stderr: what happened and what to do next, in two lines, with the single issues below; or one line
 * of JSON. A next step that can be typed follows `try:`. An error that is no TestctlError is a bug. Passwords in URLs and keys
 * are masked.
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
  // A longer hint is no line to type, and is left out.
  hint: hint && hint.length <= longestHint ? withFewIds(withoutSecrets(complete(hint))) : undefined,
  issues: issues?.map((issue) => ({
    path: cutLong(withoutSecrets(issue.path)),
    message: cutLong(withoutSecrets(issue.message)),
  })),
})

/** Shortens a long hint with many identifiers, as xargs causes it, to the first and the last; it is no line to type then. DECISIONS 494 */
const withFewIds = (hint: string): string => {
  if (hint.length <= longestLine) return hint
  const few = hint.replace(manyIds, '$1 … $2')
  return few !== hint && hint.startsWith('testctl ') ? `such as: ${few}` : few
}

// A longer line fills the screen of a terminal, and hides the error above it.
const longestLine = 1000
const anId = String.raw`(?:[A-Z][A-Z0-9_]{0,15}-)?[CTRM]\d{1,15}`
const manyIds = new RegExp(String.raw`\b(${anId})(?: ${anId}){8,} (${anId})\b`, 'gi')

/**
 * Cuts quoted parts and words that are too long to 80 characters, which is enough to recognise them, and the whole text to
 * `longestText`: they may come from stdin. DECISIONS 327
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
// URLs and paths are long, and are needed whole.
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
 * Lists the issues that the message does not contain. If the message begins with one and all are different, they name their
 * subjects themselves, and their paths are left out. DECISIONS 251
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

/** Wraps lines between words if the terminal is narrow, as help does; a command to type stays whole, so that it can be copied. */
const fitText = (text: string, columns: number): string[] =>
  columns >= narrow || text.startsWith('  try: ')
    ? [text]
    : text.split('\n').flatMap((line) => wrapIndented(line, { width: columns, indent: '    ' }))

// Wider terminals have room for most errors, and break the others well enough.
const narrow = 60

// The further lines of a message are indented below the first.
const indented = (text: string, indent = '    '): string => safeLines(text).trimEnd().replaceAll('\n', `\n${indent}`)

/** Returns the stack of a bug, or the chain of causes of any other error. */
const detailsOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return []
  if (!(error instanceof TestctlError)) return [withoutSecrets(error.stack ?? '')]
  const causes: string[] = []
  for (let cause = error.cause; cause instanceof Error && causes.length < 5; cause = cause.cause)
    causes.push(`cause: ${withoutSecrets(cause.message)}`)
  return causes
}
