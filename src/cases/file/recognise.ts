import { extname } from 'node:path'
import { readRegularBeginning } from '../../system/files/regular-file.ts'
import { decodeBeginning } from '../../system/files/text.ts'
import { isCaseCsv } from './csv/header.ts'
import type { FileForm } from './form.ts'
import { formOf } from './forms.ts'

/**
 * The form of a file of cases that is there; undefined of any other file. JSON and CSV come from other systems as well: JSON that
 * begins as testctl writes it is its own, or is one case, and CSV that has its columns. `encoding` is that of a CSV without a mark.
 */
export const formIn = (path: string, encoding?: string): FileForm | undefined => {
  const form = formOf(path)
  const isOwn = recognisers.get(extname(path).toLowerCase())
  if (!form || !isOwn) return form
  return isOwn(beginningOf(path, encoding)) ? form : undefined
}

/** The form of cases that are piped in, by how they begin: JSON and CSV as testctl writes them, else NDJSON; undefined of any other text. */
export const formOfText = (text: string): FileForm | undefined => {
  if (ndjsonBeginning.test(text)) return formOf('cases.ndjson')
  for (const [ending, isOwn] of recognisers) if (isOwn(text.slice(0, longestBeginning))) return formOf(`cases${ending}`)
  return undefined
}

// Its first key, as cases list and jq print it. The id of other systems is a number.
const fields = 'identifier|name|preconditions|steps|customFields|displayId|createdAt|createdBy|updatedAt|updatedBy'
const ownCase = String.raw`\{\s*"((${fields})"\s*:|id"\s*:\s*")`
const jsonBeginning = new RegExp(String.raw`^\s*\[\s*(\]|${ownCase})`)
const ndjsonBeginning = new RegExp(String.raw`^\s*${ownCase}`)

/** Whether a text is one case: many a JSON file has a name, but no steps beside it. DECISIONS 378 */
const isOneCase = (text: string): boolean => {
  if (!ndjsonBeginning.test(text)) return false
  try {
    const value = JSON.parse(text) as object
    return 'name' in value && ['identifier', 'steps', 'preconditions', 'customFields'].some((key) => key in value)
  } catch {
    return false
  }
}

const recognisers: ReadonlyMap<string, (beginning: string) => boolean> = new Map([
  ['.json', (text) => jsonBeginning.test(text) || isOneCase(text)],
  ['.csv', isCaseCsv],
])

const longestBeginning = 256 * 1024

const beginningOf = (path: string, encoding: string | undefined): string => {
  try {
    const limits = { most: Number.MAX_SAFE_INTEGER, bytes: longestBeginning }
    return decodeBeginning(readRegularBeginning(path, limits), encoding)
  } catch {
    // The reader of the file reports the error.
    return ''
  }
}
