import type { Source, XmlReading } from '../../reports/documents.ts'
import type { Step } from '../../contract/models.ts'
import type { CaseContent, CaseEntry, Place } from '../case-content.ts'
import type { Tally } from './loss/tally.ts'

/** A case of another system, ready to be imported. Its `source` is also its custom field of that name. */
export type ForeignCase = { source: string; content: CaseContent; place: Place } & Pick<
  CaseEntry,
  'covers' | 'unnumbered'
>

/** A case as the reader of its system produces it, not cleaned yet. Texts are Markdown or plain text; fields are not empty. */
export type ForeignDraft = {
  /** Its id in its system; undefined if the file does not have it. */
  id: string | undefined
  name: string
  preconditions: string
  steps: Step[]
  fields: Map<string, string>
  /** How many images its rows refer to; if undefined, they are counted in its texts. */
  images?: number
  line: number
  /** Set if a row of the case cannot be read. If it is the first row, the name of the case is a guess. */
  broken?: { reason: string; isGuess: boolean }
}

/** Creates an empty draft of a case that begins in this line. */
export const createForeignDraft = (line: number): ForeignDraft => ({
  id: undefined,
  name: '',
  preconditions: '',
  steps: [],
  fields: new Map(),
  line,
})

/** Reads a file of a system: yields its cases as they stream in, and records everything else in the tally. */
export type ForeignReader = (source: Source, tally: Tally) => AsyncIterable<readonly ForeignDraft[]>

/** No more characters of a text are kept, and a case with a text this long is unreadable. The embedded service accepts a tenth of it. */
export const longestForeignText = 1_000_000

/** The limits and messages for reading an export in XML. */
export const xmlReading: XmlReading = {
  longest: longestForeignText,
  refusesDoctype: true,
  cutOff: 'was the export cut off? export it again',
  isSeveral: 'it is more than one XML document: give each export a file of its own',
  needsNoDoctype: 'an export of test cases has none: remove it, or look where the file comes from',
}
