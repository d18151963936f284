import { parseIdentifier } from '../../contract/identifiers.ts'
import { safeLines } from '../../output/text/escape.ts'
import { type CaseEntry, placeOf } from '../case-content.ts'

/** What is doubtful in a file: where, by which rule, and what. `near` is a text that stands in the line that is meant. */
export type LintFinding = { file: string; line: number; rule: string; message: string; near?: string }

/** Everything that is doubtful about cases, beyond what makes a file unreadable. */
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

const lintCase = ({ content: { name, preconditions, steps }, place }: CaseEntry): LintFinding[] => {
  const found: LintFinding[] = []
  const add = (rule: string, message: string, near = '') => found.push({ ...place, rule, message, near })
  if (steps.length === 0) add('no-steps', 'the case has no steps')
  for (const [at, { action, expectation }] of steps.entries()) {
    if (action.trim() === '') add('empty-step', `step ${at + 1} says nothing to do`, expectation)
    else if (expectation.trim() === '') add('no-expectation', `step ${at + 1} expects nothing`, action)
  }
  const texts = [name, preconditions, ...steps.flatMap(({ action, expectation }) => [action, expectation])]
  for (const text of texts)
    if (hasUnseen(text)) add('control-character', 'the text has a character that cannot be seen', text)
  return found
}

/** Whether a text has a character that the output would make visible, but for those that writing needs. DECISIONS 28 */
const hasUnseen = (text: string): boolean => {
  if (safeLines(text) === text) return false
  const rest = text.replace((needed ??= joiners()), '')
  return safeLines(rest) !== rest
}

// Within a word of a script that has them; and the letters of a flag.
const joiners = (): RegExp => {
  const letter = String.raw`(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])[\p{L}\p{M}]`
  const flag = String.raw`(?<=\u{1f3f4})[\u{e0061}-\u{e007a}]{4,6}\u{e007f}`
  return new RegExp(String.raw`[\u200c\u200d](?<=${letter}.)(?=${letter})|${flag}`, 'gu')
}
let needed: RegExp | undefined

/** Results are matched by name, and a case is one file: what several say is doubtful in each but the first. */
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
    return other
      ? [{ ...entry.place, rule, message: `${say(key)} stands in ${placeOf(other)} as well`, near: key }]
      : []
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
