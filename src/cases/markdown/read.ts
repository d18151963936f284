import type { CaseContent } from '../case-content.ts'
import { checkIdentifier } from '../file/plain-case.ts'
import { type FileProblem, mergeConflictIn } from '../problem.ts'
import { readMarkdownBody } from './body.ts'
import { type FrontMatter, isOfCase, isOfNameAlone, readFrontMatter, splitFrontMatter } from './front-matter.ts'
import { partOf } from './headings.ts'
import { readPlainBody } from './plain-body.ts'
import { tooDeepLineIn } from './tree.ts'

/** The result of reading a case: its content, or its problems. */
export type MarkdownCase =
  | {
      kind: 'case'
      content: CaseContent
      identifier: string | undefined
      /** The line of each step; undefined if the steps are in the front matter. */
      stepLines: readonly number[] | undefined
      problems: readonly FileProblem[]
    }
  | { kind: 'problems'; problems: readonly FileProblem[] }

/** Reads a file of a folder; its kind is `none` if it is not a case. */
export const readMarkdownFile = (file: string): MarkdownCase | { kind: 'none' } => {
  const text = plainText(file)
  const { yaml, body } = splitFrontMatter(text)
  const isCase =
    (yaml !== undefined && (isOfCase(yaml) || isOfNameAlone(yaml, body))) || looksLikeCase(body) || beginsAsMerge(text)
  return isCase ? readMarkdown(file) : { kind: 'none' }
}

// A conflict in line 1 hides the front matter. One further down may be an example in a page about git.
const beginsAsMerge = (text: string): boolean => mergeConflictIn(text)?.line === 1

/** Whether a text is a case from its first line on. A heading of ours further down may stand in a cell of a CSV. */
export const beginsAsCase = (text: string): boolean =>
  /^(---[ \t]*\n|# )/.test(plainText(text)) && readMarkdownFile(text).kind !== 'none'

/** Reads a case as people write it: perhaps with CRLF line ends or a BOM, and with steps in several notations. */
export const readMarkdown = (file: string): MarkdownCase => {
  const conflict = mergeConflictIn(plainText(file))
  if (conflict) return { kind: 'problems', problems: [conflict] }
  const { yaml, body, bodyLine, problems: unended } = splitFrontMatter(plainText(file))
  if (unended.length > 0) return { kind: 'problems', problems: unended }
  const deep = tooDeepLineIn(body)
  if (deep !== undefined) return { kind: 'problems', problems: [{ line: deep + bodyLine, ...tooDeep }] }
  const { matter, problems } = readFrontMatter(yaml ?? '')
  const read = readPlainBody(body) ?? readMarkdownBody(body)
  const found = [
    ...problems,
    ...read.problems.map((problem) => ({ ...problem, line: problem.line + bodyLine })),
    ...checkTogether(matter, read, bodyLine),
  ]
  if (found.length > 0) return { kind: 'problems', problems: found }
  const content = {
    name: matter.name ?? read.name ?? '',
    preconditions: matter.preconditions ?? read.preconditions ?? '',
    steps: matter.steps ?? read.steps ?? [],
    customFields: matter.fields ?? {},
  }
  const stepLines = matter.steps ? undefined : read.stepLines.map((line) => line + bodyLine)
  return { kind: 'case', content, identifier: matter.case, stepLines, problems: [] }
}

const tooDeep = { rule: 'unreadable', message: 'it is nested too deeply: it begins with 50 marks or more' } as const

const plainText = (file: string): string => file.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')

/** Whether a body has one of our headings: then the file is a case even without front matter of ours. */
const looksLikeCase = (body: string): boolean =>
  [...body.matchAll(/^#{1,3}[ \t]+(.+)$/gm)].some(([, heading = '']) =>
    partOf(heading.replace(/(?<![ \t])[ \t]+#+[ \t]*$/, '')),
  )

const checkTogether = (
  matter: FrontMatter,
  body: ReturnType<typeof readMarkdownBody>,
  bodyLine: number,
): FileProblem[] => {
  const problems: FileProblem[] = []
  if (matter.case !== undefined)
    for (const problem of checkIdentifier(matter.case)) problems.push({ line: 2, ...problem })
  if ((matter.name ?? body.name ?? '') === '')
    problems.push({ line: bodyLine + 1, rule: 'no-name', message: 'the case has no name: begin with # and the name' })
  for (const field of ['name', 'preconditions', 'steps'] as const)
    if (matter[field] !== undefined && body[field] !== undefined)
      problems.push({ line: 2, rule: 'front-matter', message: `${field} is both in the front matter and below it` })
  return problems
}
