import type { Step } from '../contract/models.ts'

/**
 * The content of a case, as files hold it and as the interface takes it: name, preconditions, steps, and custom fields for the
 * rest. If the case came from another system, the custom field `source` holds its origin (`testrail:C22478`). The service keeps
 * that field, so that a second import finds its cases, also from another computer. DECISIONS 171
 */
export type CaseContent = {
  name: string
  preconditions: string
  steps: readonly Step[]
  customFields: Readonly<Record<string, unknown>>
}

/** A position in a file: the file, by its path in its folder or as the user typed it, and the line, from 1. */
export type Place = { file: string; line: number }

/** A case that was read from a file: its content, its place, and its identifier if the file has one. */
export type CaseEntry = {
  content: CaseContent
  identifier?: string | undefined
  place: Place
  /** Identifies the entry in a file of several cases, where its line may move. */
  key?: string
  /** Whether the file says anything about a field; undefined if it does about every field. DECISIONS 263 */
  covers?: ((field: string) => boolean) | undefined
  /** The line of each step, from 1, if the reader knows it. */
  stepLines?: readonly number[] | undefined
  /** For a case of an export that has no id: its source without the number, which may still change. DECISIONS 337 */
  unnumbered?: string | undefined
  /** When the service last changed it, if the file says so. This tells which version the texts are from. DECISIONS 282 */
  updatedAt?: string | undefined
}

/** The custom field that names the original case in another system: the system, a colon, its id there. */
export const sourceField = 'source'

/** Returns the origin of a case from another system (`testrail:C22478`); undefined if it has none. */
export const sourceOf = ({ customFields }: Pick<CaseContent, 'customFields'>): string | undefined => {
  const source = customFields[sourceField]
  return typeof source === 'string' && /^[a-z][a-z0-9-]*:\S/.test(source) ? source : undefined
}

/** Gives an entry another origin. */
export const withSource = (entry: CaseEntry, source: unknown): CaseEntry => ({
  ...entry,
  content: { ...entry.content, customFields: { ...entry.content.customFields, [sourceField]: source } },
})

/** Explains how to create all cases of a folder or a file again, in a service that has none of them. */
export const createAnew = ({ key }: Pick<CaseEntry, 'key'>, folder = 'FOLDER'): string =>
  key === undefined
    ? `to create all of them there: ${changeHeads(folder, '{/^case: [^ ]*$/d;}')}`
    : 'to create all of them there, take the identifiers out of the file'

/**
 * Returns a shell command that applies a sed command to the front matter of all Markdown files in and below a folder. It stops at the
 * end of the front matter, because the text below may have the same line. `-i.bak`: the sed of macOS requires a backup suffix, and
 * would take the next word for it; GNU sed allows one.
 */
export const changeHeads = (folder: string, change: string): string =>
  `find ${folder} -name '*.md' -exec sed -i.bak '2,/^---/${change}' {} +`

/** Formats the place of an entry for messages: the file, and the line if the file holds several cases (their entries have a key). */
export const placeOf = ({ place: { file, line }, key }: Pick<CaseEntry, 'place' | 'key'>): string =>
  line > 1 || key !== undefined ? `${file}:${line}` : file

/** Returns what is wrong with the steps of a case in a file; undefined for a list of objects with exactly action and expectation. */
export const wrongSteps = (value: unknown): string | undefined =>
  Array.isArray(value) && value.every(isStep) ? undefined : 'must be a list of action and expectation, both texts'

const isStep = (value: unknown): boolean => {
  const { action, expectation, ...others } = Object(value) as Record<string, unknown>
  return typeof action === 'string' && typeof expectation === 'string' && Object.keys(others).length === 0
}
