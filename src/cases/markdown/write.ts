import { canonicalJson } from '../canonical-json.ts'
import type { CaseContent } from '../case-content.ts'
import { writeYaml } from '../yaml/write.ts'
import { readMarkdown } from './read.ts'
import { writeSteps } from './steps/write.ts'

/** The fields that Markdown holds where it can. */
const prose = ['name', 'preconditions', 'steps'] as const
type Prose = (typeof prose)[number]

/**
 * Writes a case as Markdown. What is written is read back; a field that would come back differently is written as a quoted
 * value of YAML in its place, so that nothing is ever lost. DECISIONS 164
 */
export const writeMarkdown = (content: CaseContent, identifier?: string): string => {
  const plain = compose(content, [], identifier)
  if (comesBack(content, plain)) return plain
  const alone = (field: Prose): CaseContent => ({ ...blank, [field]: content[field] })
  const quoted = prose.filter((field) => !comesBack(alone(field), compose(alone(field), [])))
  const text = compose(content, quoted, identifier)
  if (comesBack(content, text)) return text
  const all = compose(content, prose, identifier)
  if (comesBack(content, all)) return all
  throw new Error(`a case cannot be written as a file: ${content.name}`)
}

const blank: CaseContent = { name: 'x', preconditions: '', steps: [], customFields: {} }

const comesBack = (content: CaseContent, text: string): boolean => {
  const read = readMarkdown(text)
  return read.kind === 'case' && canonicalJson(read.content) === canonicalJson(content)
}

const compose = (content: CaseContent, quoted: readonly Prose[], identifier?: string): string => {
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
    ...(inMarkdown('preconditions') && preconditions !== '' ? ['## Preconditions', preconditions] : []),
    ...(inMarkdown('steps') && steps.length > 0 ? ['## Steps', writeSteps(steps)] : []),
  ]
  // By which it is known to be a case.
  if (blocks.length === 1 && inMarkdown('name')) blocks.push('## Steps')
  return `${blocks.join('\n\n')}\n`
}
