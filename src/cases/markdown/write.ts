import { canonicalJson } from '../../contract/precondition/canonical-json.ts'
import type { CaseContent } from '../case-content.ts'
import { writeYaml } from '../yaml/write.ts'
import { readMarkdownFile } from './read.ts'
import { writeSteps } from './steps/write.ts'

/** The fields that are written as Markdown if possible. */
const prose = ['name', 'preconditions', 'steps'] as const
type Prose = (typeof prose)[number]

/**
 * Writes a case as Markdown, and reads it back to compare. A field that would come back differently goes into the front matter as a
 * quoted YAML value, so that nothing is ever lost. Throws if the case still comes back differently. DECISIONS 164
 */
export const writeMarkdown = (content: CaseContent, identifier?: string): string => {
  const plain = compose(content, [], { identifier })
  if (comesBack(content, plain)) return plain
  const text = compose(
    content,
    prose.filter((field) => isChanged(content, field)),
    { identifier },
  )
  if (comesBack(content, text)) return text
  const all = compose(content, prose, { identifier })
  if (comesBack(content, all)) return all
  throw new Error(`a case cannot be written as a file: ${content.name} (${whyLost(content, all)})`)
}

/** Writes a case without a name as a form to fill in: with a heading for each part that is empty, and a first step. */
export const writeForm = (content: CaseContent): string => {
  const named = { ...content, name: blank.name }
  const read = { ...named, steps: content.steps.length > 0 ? content.steps : [{ action: '', expectation: '' }] }
  const given = (['preconditions', 'steps'] as const).filter((field) => content[field].length > 0)
  const changed = given.filter((field) => isChanged(content, field))
  const quoted = [[], changed].find((some) => comesBack(read, compose(named, some, { isForm: true })))
  return compose(content, quoted ?? given, { isForm: true })
}

/** Whether Markdown would change a field. */
const isChanged = (content: CaseContent, field: Prose): boolean => {
  const alone: CaseContent = { ...blank, [field]: content[field] }
  return !comesBack(alone, compose(alone, []))
}

const blank: CaseContent = { name: 'x', preconditions: '', steps: [], customFields: {} }

const comesBack = (content: CaseContent, text: string): boolean => {
  const read = readMarkdownFile(text)
  return read.kind === 'case' && canonicalJson(read.content) === canonicalJson(content)
}

const whyLost = (content: CaseContent, text: string): string => {
  const read = readMarkdownFile(text)
  if (read.kind === 'problems') return read.problems[0]?.message ?? 'it cannot be read back'
  if (read.kind === 'none') return 'it cannot be read back'
  const lost = parts.filter(([field]) => canonicalJson(read.content[field]) !== canonicalJson(content[field]))
  return `${lost.map(([, said]) => said).join(', ')} would come back differently`
}

const parts = [
  ['name', 'its name'],
  ['preconditions', 'its preconditions'],
  ['steps', 'its steps'],
  ['customFields', 'its custom fields'],
] as const

const compose = (
  content: CaseContent,
  quoted: readonly Prose[],
  { identifier, isForm = false }: { identifier?: string | undefined; isForm?: boolean } = {},
): string => {
  const { name, preconditions, steps, customFields } = content
  const inMarkdown = (field: Prose) => !quoted.includes(field)
  const matter = {
    ...(identifier !== undefined && { case: identifier }),
    ...Object.fromEntries(quoted.map((field) => [field, content[field]])),
    ...(Object.keys(customFields).length > 0 && { fields: customFields }),
  }
  const blocks = [
    ...(Object.keys(matter).length > 0 ? [`---\n${writeYaml(matter)}---`] : []),
    ...(inMarkdown('name') ? [`# ${name}`] : []),
    ...(inMarkdown('preconditions') ? part('## Preconditions', preconditions, isForm && '') : []),
    ...(inMarkdown('steps') ? part('## Steps', writeSteps(steps), isForm && '1. \n   **Expected:** ') : []),
  ]
  // Without this heading the reader would not recognise the file as a case.
  if (blocks.length === 1 && inMarkdown('name')) blocks.push('## Steps')
  return `${blocks.join('\n\n')}\n`
}

/** Returns a heading and its text. If the text is empty: the heading and `empty`, or nothing if `empty` is false. */
const part = (heading: string, text: string, empty: string | false): string[] => {
  const body = text === '' ? empty : text
  return body === false ? [] : [heading, body].filter(Boolean)
}
