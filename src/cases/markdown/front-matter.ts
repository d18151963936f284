import type { Step } from '../../contract/models.ts'
import { wrongSteps } from '../case-content.ts'
import type { FileProblem } from '../problem.ts'
import { parseYaml } from '../yaml/parse.ts'
import { isObject } from '../../system/json/is-object.ts'

/** The front matter of a case. It also holds each field that cannot be written as Markdown. */
export type FrontMatter = {
  case?: string
  name?: string
  preconditions?: string
  steps?: Step[]
  /** Null if the key has nothing below it. */
  fields?: Record<string, unknown> | null
}

/** A file split into its two parts; `bodyLine` is the number of lines before the body. */
export type Split = { yaml: string | undefined; body: string; bodyLine: number; problems: FileProblem[] }

/** Splits the front matter off a text whose lines end in `\n`. */
export const splitFrontMatter = (text: string): Split => {
  if (!/^---[ \t]*\n/.test(text)) return { yaml: undefined, body: text, bodyLine: 0, problems: [] }
  const start = text.indexOf('\n') + 1
  const end = /^---[ \t]*(\n|$)/m.exec(text.slice(start))
  if (!end) {
    const message = 'the front matter does not end: add a line ---'
    return { yaml: text.slice(start), body: '', bodyLine: 0, problems: [{ line: 1, rule: 'front-matter', message }] }
  }
  const yaml = text.slice(start, start + end.index)
  const before = start + end.index + end[0].length
  return { yaml, body: text.slice(before), bodyLine: text.slice(0, before).split('\n').length - 1, problems: [] }
}

/** Reads the front matter; each key or value that is not allowed is a problem with its line of the file. */
export const readFrontMatter = (yaml: string): { matter: FrontMatter; problems: FileProblem[] } => {
  const parsed = parseYaml(yaml)
  const problems: FileProblem[] = []
  if ('problem' in parsed)
    return {
      matter: {},
      problems: [{ line: parsed.problem.line + 1, rule: 'front-matter', message: parsed.problem.message }],
    }
  if (parsed.value === null) return { matter: {}, problems }
  if (!isObject(parsed.value))
    return { matter: {}, problems: [{ line: 2, rule: 'front-matter', message: 'it holds no keys' }] }
  const matter: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(parsed.value)) {
    const line = (parsed.lines.get(key) ?? 1) + 1
    const check = Object.hasOwn(checks, key) ? checks[key as keyof FrontMatter] : undefined
    if (!check)
      problems.push({
        line,
        rule: 'unknown-key',
        message: `there is no key ${JSON.stringify(key)}: put it below fields`,
      })
    else {
      const problem = check(value)
      if (problem === undefined) matter[key] = value
      else problems.push({ line, rule: 'front-matter', message: `${key} ${problem}` })
    }
  }
  return { matter: matter as FrontMatter, problems }
}

/** Whether front matter belongs to a case: it has one of our keys other than `name`, which any page may have. */
export const isOfCase = (yaml: string): boolean => /^(case|fields|steps|preconditions)[ \t]*:/m.test(yaml)

/**
 * Whether a file is a case with nothing but a name, whose identifier was removed: either empty front matter above one heading, or
 * front matter with only the name and nothing below. A page of a site has more below empty front matter. DECISIONS 459
 */
export const isOfNameAlone = (yaml: string, body: string): boolean => {
  if (yaml.trim() !== '') return /^\s*name[ \t]*:.*(\n[ \t].*|\n)*$/.test(yaml) && body.trim() === ''
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  const names = lines.filter((line) => !/^(<{7} |\|{7}|={7}$|>{7} )/.test(line))
  return names.every((line) => line.startsWith('# ')) && (names.length === 1 || names.length < lines.length)
}

const text = (value: unknown) => (typeof value === 'string' ? undefined : 'must be a text: put it in quotes')
const checks: Record<keyof FrontMatter, (value: unknown) => string | undefined> = {
  case: (value) => (value === null ? 'is empty: take the line out, and it is a new case' : text(value)),
  name: text,
  preconditions: text,
  fields: (value) => (value === null || isObject(value) ? undefined : 'must hold keys'),
  steps: wrongSteps,
}
