import { type CaseContent, sourceField } from '../case-content.ts'
import type { CaseSystem } from '../systems.ts'
import { formatSource, numberedSource } from './export-name.ts'
import { type ForeignDraft, type ForeignCase, longestForeignText } from './foreign-case.ts'
import type { Tally } from './loss/tally.ts'
import { imagesIn } from './text/images.ts'

/**
 * Returns a function that turns the drafts of a file into cases; undefined for a case that cannot be read. The source of a case has its
 * id in its system or, if it has none, its section and name, with a number if these repeat. DECISIONS 173, 231
 */
export const createAssembly = ({
  system,
  name,
  file,
  tally,
}: {
  system: CaseSystem
  /** The name of the export. */
  name: string | undefined
  file: string
  tally: Tally
}) => {
  const lines = new Map<string, number>()
  const named = new Map<string, number>()
  const sourceOf = (draft: ForeignDraft): { source: string; unnumbered?: string } => {
    if (draft.id) return { source: formatSource({ system, name, id: draft.id }) }
    const path = [draft.fields.get('section'), draft.name].filter(Boolean).join(' › ')
    const number = (named.get(path) ?? 0) + 1
    named.set(path, number)
    const unnumbered = formatSource({ system, name, id: path })
    return { source: numberedSource(unnumbered, number), unnumbered }
  }
  return (draft: ForeignDraft): ForeignCase | undefined => {
    const { line, broken } = draft
    const refuse = (reason: string): undefined => {
      tally.unreadable({ line, reason, name: broken?.isGuess ? undefined : draft.name.trim() || draft.id })
    }
    if (!draft.name.trim()) return refuse(broken?.reason ?? 'it has no name')
    if (isCut(draft)) return refuse(`a text in it is over ${longestForeignText} characters long`)
    const { source, unnumbered } = sourceOf(draft)
    const before = lines.get(source)
    if (before !== undefined) return refuse(`${source} is in line ${before} already`)
    lines.set(source, line)
    // Only after its number is taken: no other case may get it.
    if (broken) return refuse(broken.reason)
    tally.taken()
    const place = `line ${line} (${source})`
    const content = clean(draft, source, () => tally.loss('control character', place))
    for (let image = draft.images ?? imagesOf(content); image > 0; image--) tally.loss('image', place)
    // The number may change later only if cleaning leaves the text before it unchanged.
    const isKept = unnumbered !== undefined && unnumbered.trim() === unnumbered
    const isNumbered = isKept && content.customFields[sourceField] === source
    return { source, content, place: { file, line }, ...(isNumbered && { unnumbered }) }
  }
}

const isCut = ({ name, preconditions, steps, fields }: ForeignDraft): boolean =>
  [name, preconditions, ...steps.flatMap(({ action, expectation }) => [action, expectation]), ...fields.values()].some(
    ({ length }) => length >= longestForeignText,
  )

const imagesOf = ({ preconditions, steps, customFields }: CaseContent): number =>
  [
    preconditions,
    ...steps.flatMap(({ action, expectation }) => [action, expectation]),
    ...Object.values(customFields).map(String),
  ].reduce((sum, text) => sum + imagesIn(text), 0)

const clean = (draft: ForeignDraft, source: string, onLoss: () => void): CaseContent => {
  const text = (written: string): string => {
    const lines = written.replace(/\r\n?/g, '\n')
    if (!forbidden.test(lines)) return lines.trim()
    return lines
      .replace(everyForbidden, () => {
        onLoss()
        return ''
      })
      .trim()
  }
  return {
    name: text(draft.name).replace(/(?<!\s)\s*\n\s*/g, ' '),
    preconditions: text(draft.preconditions),
    steps: draft.steps.map(({ action, expectation }) => ({ action: text(action), expectation: text(expectation) })),
    customFields: Object.fromEntries([
      ...[...draft.fields].map(([name, value]) => [text(name), text(value)]),
      [sourceField, text(source)],
    ]),
  }
}

// Control characters, and halves of surrogate pairs: no store keeps them.
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\p{Surrogate}/u
const everyForbidden = new RegExp(forbidden, 'gu')
