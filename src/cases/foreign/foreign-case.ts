import type { Source, XmlReading } from '../../reports/documents.ts'
import type { Step } from '../../contract/models.ts'
import type { CaseContent, CaseEntry, Place } from '../case-content.ts'
import type { Tally } from './loss/tally.ts'

/** A case of another system as testctl takes it. Its `source` is also its custom field of that name. */
export type ForeignCase = { source: string; content: CaseContent; place: Place } & Pick<
  CaseEntry,
  'covers' | 'unnumbered'
>

/** A case as a reader makes it, in the words of its system still. Texts are Markdown or plain text, fields are not empty. */
export type ForeignDraft = {
  /** What its system knows it by; undefined where the file doesn't say. */
  id: string | undefined
  name: string
  preconditions: string
  steps: Step[]
  fields: Map<string, string>
  /** How many pictures its rows name, where that is not told by its texts. */
  images?: number
  line: number
  /** Why it is not whole: a row of it cannot be read. Of the first one its name is a guess. */
  broken?: { reason: string; isGuess: boolean }
}

export const createForeignDraft = (line: number): ForeignDraft => ({
  id: undefined,
  name: '',
  preconditions: '',
  steps: [],
  fields: new Map(),
  line,
})

/** Reads a file of a system: yields its cases as they stream in, and accounts for everything else. */
export type ForeignReader = (source: Source, tally: Tally) => AsyncIterable<readonly ForeignDraft[]>

/** No text of a case is held beyond this many characters; the embedded service takes a tenth of it. */
export const longestForeignText = 1_000_000

export const xmlReading: XmlReading = {
  longest: longestForeignText,
  refusesDoctype: true,
  cutOff: 'was the export cut off? export it again',
  isSeveral: 'it is more than one XML document: give each export a file of its own',
  needsNoDoctype: 'an export of test cases has none: remove it, or look where the file comes from',
}
