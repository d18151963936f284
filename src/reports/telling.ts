import { longestText } from './jsonstring.ts'
import type { Message, Outcome, Property } from './outcome.ts'

/** What a report says of a test; what it does not say is left out or undefined. */
export type Told = Pick<Outcome, 'name' | 'result' | 'report' | 'line'> & {
  [Key in keyof Outcome]?: Outcome[Key] | undefined
}

/** The outcome of what is told of a test. Of its messages and properties only so much is kept as one long text. */
export const toOutcome = (told: Told): Outcome => {
  const { name, result, report, line, suite = [], classname, file, seconds } = told
  const room = { left: longestText }
  return {
    name,
    suite,
    classname,
    file,
    result,
    error: result === 'failed' && told.error === true,
    flaky: result === 'passed' && told.flaky === true,
    messages: fit(told.messages ?? [], room),
    properties: fit(told.properties ?? [], room),
    seconds,
    report,
    line,
  }
}

/** A message of what a report says of it; none where it says nothing. */
export const messageOf = ({ message, type, text }: { [Key in keyof Message]?: string | undefined }): Message[] => {
  const said = text?.trim() ?? ''
  return message || type || said ? [{ ...(message && { message }), ...(type && { type }), text: said }] : []
}

/** Tags as properties, each once. The @ that some write before it is no part of a tag. */
export const tagsOf = (tags: readonly string[]): Property[] =>
  [...new Set(tags.map((tag) => tag.replace(/^@/, '')))].map((value) => ({ name: 'tag', value }))

// What goes beyond the room is cut: the first of it says most.
const fit = <T extends Record<string, string>>(told: readonly T[], room: { left: number }): T[] => {
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
