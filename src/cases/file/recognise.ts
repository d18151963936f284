import { extname } from 'node:path'
import { readRegularBeginning } from '../../system/files/regular-file.ts'
import { decodeBeginning } from '../../system/files/text.ts'
import { isCaseCsv } from './csv/header.ts'
import type { FileForm } from './form.ts'
import { formOf } from './forms.ts'

/**
 * Returns the format of a file of cases; undefined for any other file. Other systems write JSON and CSV as well: JSON counts as a file
 * of cases if it begins as testctl writes it or is one case, CSV if it has testctl's columns. `encoding` is for a CSV without a BOM.
 */
export const formIn = (path: string, encoding?: string): FileForm | undefined => {
  const form = formOf(path)
  const isOwn = recognisers.get(extname(path).toLowerCase())
  if (!form || !isOwn) return form
  return isOwn(beginningOf(path, encoding)) ? form : undefined
}

/** Returns the format of piped cases by how the text begins: NDJSON, JSON or CSV of testctl; undefined for any other text. */
export const formOfText = (text: string): FileForm | undefined => {
  if (ndjsonBeginning.test(text)) return formOf('cases.ndjson')
  for (const [ending, isOwn] of recognisers) if (isOwn(text.slice(0, longestBeginning))) return formOf(`cases${ending}`)
  return undefined
}

// The first key of a case, as `cases list` and jq print it. The id of a case is a string; in other systems it is a number.
const fields = 'identifier|name|preconditions|steps|customFields|displayId|createdAt|createdBy|updatedAt|updatedBy'
const ownCase = String.raw`\{\s*"((${fields})"\s*:|id"\s*:\s*")`
const jsonBeginning = new RegExp(String.raw`^\s*\[\s*(\]|${ownCase})`)
const ndjsonBeginning = new RegExp(String.raw`^\s*${ownCase}`)

/** Whether a text is one case. A name alone does not tell: many other JSON files have one. DECISIONS 378 */
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
