import { UsageError } from '../../errors.ts'
import { safe } from '../text/escape.ts'

/** A parsed template: literal texts, and the names of the fields between them. */
export type Template = readonly (string | { field: string })[]

/**
 * Parses the value of `--template`: `{name}` is a field, `{{` and `}}` are braces, `\t`, `\n` and `\\` a tab, a newline and
 * a backslash. Throws a UsageError that points at any other brace or backslash. DECISIONS 67
 */
export const parseTemplate = (text: string): Template => {
  const parts: (string | { field: string })[] = []
  for (const { 0: found, groups = {}, index } of text.matchAll(tokens)) {
    const { plain, doubled, escaped, field } = groups
    const name = field?.trim()
    if (name) parts.push({ field: name })
    else {
      const literal = plain ?? doubled ?? escapes[escaped ?? '']
      if (literal === undefined) throw refuse(text, found, index)
      parts.push(literal)
    }
  }
  return parts
}

/** Returns the names of the fields in a template. */
export const fieldsIn = (template: Template): string[] =>
  template.flatMap((part) => (typeof part === 'string' ? [] : part.field))

const tokens = /(?<plain>[^{}\\]+)|(?<doubled>[{}])\k<doubled>|\\(?<escaped>[^])|\{(?<field>[^{}]*)\}|[^]/g

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', '\\': '\\' }

const refuse = (text: string, found: string, at: number): UsageError => {
  const [what, hint] = reasonOf(found)
  const place = ' '.repeat(safe(text.slice(0, at)).length)
  return new UsageError(`--template: ${what}\n${safe(text)}\n${place}^`, { hint })
}

const reasonOf = (found: string): readonly [what: string, hint: string] => {
  if (found === '{') return ['a { that is not closed', 'a field is {name}; a brace is {{']
  if (found === '}') return ['a } that closes nothing', 'a field is {name}; a brace is }}']
  if (found.startsWith('{')) return ['a field without a name', 'such as {identifier}; a brace is {{']
  return ['a \\ before anything but t, n or \\', 'a backslash is \\\\']
}
