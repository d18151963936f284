import { parseIdentifier } from '../../contract/identifiers.ts'
import { keepingJoiners, safeLines } from '../../output/text/escape.ts'
import { type CaseEntry, placeOf } from '../case-content.ts'

/**
 * A finding in a file: its place, rule and message. If `line` is only the one in which the case begins, `near` is a text in the line
 * that is meant, or `step` says which of its steps it is (`at` counts from 0).
 */
export type LintFinding = {
  file: string
  line: number
  rule: string
  message: string
  near?: string
  step?: { at: number; of: number }
}

/** Checks cases for everything doubtful, except for problems that make a file unreadable. */
export const lintCases = (entries: readonly CaseEntry[]): LintFinding[] => [
  ...entries.flatMap(lintCase),
  ...lintTogether(
    entries,
    'same-name',
    ({ content }) => content.name.trim(),
    (name) => `the name ${JSON.stringify(name)}`,
  ),
  ...lintTogether(
    entries,
    'same-identifier',
    ({ identifier }) => identifier?.toUpperCase(),
    (identifier) => identifier,
  ),
  ...lintProjects(entries),
]

const lintCase = ({ content: { name, preconditions, steps }, place, stepLines }: CaseEntry): LintFinding[] => {
  const found: LintFinding[] = []
  const add = (rule: string, message: string, near = '') => found.push({ ...place, rule, message, near })
  const addStep = (at: number, rule: string, message: string) => {
    const line = stepLines?.[at]
    if (line === undefined) found.push({ ...place, rule, message, step: { at, of: steps.length } })
    else found.push({ ...place, line, rule, message })
  }
  if (steps.length === 0) add('no-steps', 'the case has no steps')
  for (const [at, { action, expectation }] of steps.entries()) {
    if (action.trim() === '') addStep(at, 'empty-step', `step ${at + 1} has no action`)
    else if (expectation.trim() === '') addStep(at, 'no-expectation', `step ${at + 1} has no expectation`)
  }
  const unseen = ['control-character', 'the text has a character that cannot be seen'] as const
  for (const text of [name, preconditions]) if (hasUnseen(text)) add(...unseen, text)
  for (const [at, { action, expectation }] of steps.entries())
    for (const text of [action, expectation]) if (hasUnseen(text)) addStep(at, ...unseen)
  return found
}

/** Whether a text has an invisible character that the output would escape, except for joiners that words and emoji need. DECISIONS 28 */
const hasUnseen = (text: string): boolean => safeLines(text) !== text && keepingJoiners(text, safeLines) !== text

/** Reports each key that an earlier case has as well: names match results to cases, and a case should be in one file only. */
const lintTogether = (
  entries: readonly CaseEntry[],
  rule: string,
  keyOf: (entry: CaseEntry) => string | undefined,
  say: (key: string) => string,
): LintFinding[] => {
  const first = new Map<string, CaseEntry>()
  return entries.flatMap((entry): LintFinding[] => {
    const key = keyOf(entry)
    if (key === undefined) return []
    const other = first.get(key)
    if (!other) first.set(key, entry)
    return other ? [{ ...entry.place, rule, message: `${say(key)} is also in ${placeOf(other)}`, near: key }] : []
  })
}

const lintProjects = (entries: readonly CaseEntry[]): LintFinding[] => {
  const projects = entries.map(({ identifier }) => parseIdentifier(identifier ?? '')?.project.toUpperCase())
  const known = projects.find((project) => project !== undefined)
  return entries.flatMap(({ identifier = '', place }, at): LintFinding[] =>
    projects[at] === undefined || projects[at] === known
      ? []
      : [
          {
            ...place,
            rule: 'foreign-identifier',
            message: `${identifier} is of another project than ${known}`,
            near: identifier,
          },
        ],
  )
}
