import { longestString } from '../../system/json/string.ts'
import { jsonFields, jsonText } from './value.ts'
import type { Message, Outcome, Property } from '../outcome.ts'

/** A test as its report has it; fields that the report lacks are absent or undefined. */
export type ReportedTest = Pick<Outcome, 'name' | 'result' | 'report' | 'line'> & {
  [Key in keyof Outcome]?: Outcome[Key] | undefined
}

/**
 * Builds the outcome of a reported test. A test that passed and is not flaky has no messages; messages and properties together
 * are cut to `longestString` characters.
 */
export const toOutcome = (told: ReportedTest): Outcome => {
  const { name, result, report, line, suite = [], classname, file, seconds } = told
  const room = { left: longestString }
  const flaky = result === 'passed' && told.flaky === true
  return {
    name,
    suite,
    classname,
    file,
    result,
    error: result === 'failed' && told.error === true,
    flaky,
    messages: result === 'passed' && !flaky ? [] : fit(told.messages ?? [], room),
    properties: fit(told.properties ?? [], room),
    seconds,
    report,
    line,
  }
}

/** Builds a message from the parts that a report has; an empty list if it has none. */
export const buildMessage = ({ message, type, text }: { [Key in keyof Message]?: string | undefined }): Message[] => {
  const trimmed = text?.trim() ?? ''
  return message || type || trimmed ? [{ ...(message && { message }), ...(type && { type }), text: trimmed }] : []
}

/** Converts tags to properties, each once. Drops the @ that some tools write before a tag. */
export const tagsOf = (tags: readonly string[]): Property[] =>
  [...new Set(tags.map((tag) => (tag.startsWith('@') ? tag.slice(1) : tag)))].map((value) => ({ name: 'tag', value }))

/** Converts fields to properties: a text, a number, a boolean, or each item of a list of those. Skips other fields. */
export const propertiesIn = (fields: unknown): Property[] => {
  const found: Property[] = []
  for (const [name, value] of Object.entries(jsonFields(fields)))
    for (const one of Array.isArray(value) ? value : [value]) {
      const text = one === '' ? '' : jsonText(one)
      if (text !== undefined) found.push({ name, value: text })
    }
  return found
}

/** Converts an annotation to a property: its type is the name, its description the value. */
export const annotationIn = (annotation: unknown): Property[] => {
  const { type, description } = jsonFields(annotation)
  const name = jsonText(type)
  return name === undefined ? [] : [{ name, value: jsonText(description) ?? '' }]
}

// Cuts the texts to the room that is left: their beginning says most.
const fit = <T extends Record<string, string>>(told: readonly T[], room: { left: number }): readonly T[] => {
  const size = told.reduce((sum, one) => sum + sizeOf(one), 0)
  if (size <= room.left) {
    room.left -= size
    return told
  }
  const kept: T[] = []
  for (const one of told) {
    if (room.left <= 0) break
    const cut = Object.entries(one).map(([key, text]) => {
      const part = text.slice(0, room.left)
      room.left -= part.length
      return [key, part]
    })
    kept.push(Object.fromEntries(cut) as T)
  }
  return kept
}

const sizeOf = (one: Record<string, string>): number => {
  let size = 0
  for (const text of Object.values(one)) size += text.length
  return size
}
