import type { Step } from '../contract/models.ts'

/**
 * What a case says, as files hold it and as the interface takes it: name, preconditions, steps, and everything else as custom
 * fields. Where it came from another system, the custom field `source` says from where (`testrail:C22478`): the service keeps
 * it, so that a second import finds its cases, on another computer too. DECISIONS 171
 */
export type CaseContent = {
  name: string
  preconditions: string
  steps: readonly Step[]
  customFields: Readonly<Record<string, unknown>>
}

/** Where something stands in a file: the file as it was named, and the line, from 1. */
export type Place = { file: string; line: number }

/** A case that was read from a file: what it says, where it stands, and the identifier of the case that it is, if it says so. */
export type CaseEntry = {
  content: CaseContent
  identifier?: string | undefined
  place: Place
  /** Finds it again where its place may move. */
  key?: string
  /** Whether its file has a place for a field; for every one without it. DECISIONS 263 */
  covers?: ((field: string) => boolean) | undefined
  /** The line of each of its steps, where the reader knows it. */
  stepLines?: readonly number[] | undefined
  /** Its source without a number, of a case of an export that has no id: its number may become another one. DECISIONS 337 */
  unnumbered?: string | undefined
  /** When the service last changed it, if the file says so. This tells which version the texts are from. DECISIONS 282 */
  updatedAt?: string | undefined
}

/** The custom field that names the case of another system: its system, a colon, its id there. */
export const sourceField = 'source'

/** Where a case came from: `testrail:C22478`; undefined of one that was written here. */
export const sourceOf = ({ customFields }: Pick<CaseContent, 'customFields'>): string | undefined => {
  const source = customFields[sourceField]
  return typeof source === 'string' && /^[a-z][a-z0-9-]*:\S/.test(source) ? source : undefined
}

/** How to create all cases of a folder or a file anew, in a service that has none of them. */
export const createAnew = ({ key }: Pick<CaseEntry, 'key'>, folder = 'FOLDER'): string =>
  key === undefined
    ? `to create all of them there: ${changeHeads(folder, '{/^case: [^ ]*$/d;}')}`
    : 'to create all of them there, take the identifiers out of the file'

/**
 * The line that changes the heads of all files of a folder and of those below, and no text, which may have such a line, too. The sed of
 * macOS needs the ending of a copy, and takes the next word for it where there is none; that of GNU allows it.
 */
export const changeHeads = (folder: string, change: string): string =>
  `find ${folder} -name '*.md' -exec sed -i.bak '2,/^---/${change}' {} +`

/** How people find an entry again: the file, and where that holds several cases, whose entries have a key, the line. */
export const placeOf = ({ place: { file, line }, key }: Pick<CaseEntry, 'place' | 'key'>): string =>
  line > 1 || key !== undefined ? `${file}:${line}` : file

/** What is wrong with a value that a file has as the steps of a case; undefined of a list of steps that hold nothing else. */
export const wrongSteps = (value: unknown): string | undefined =>
  Array.isArray(value) && value.every(isStep) ? undefined : 'must be a list of action and expectation, both texts'

const isStep = (value: unknown): boolean => {
  const { action, expectation, ...others } = Object(value) as Record<string, unknown>
  return typeof action === 'string' && typeof expectation === 'string' && Object.keys(others).length === 0
}
