import { extname } from 'node:path'
import { streamRegularFile } from '../../system/files/regular-file.ts'
import type { FileForm } from './form.ts'
import { formOf } from './forms.ts'

/**
 * The form of a file of cases that is there; undefined of any other file. JSON and CSV come from other systems as well: those
 * that begin as testctl writes them are its own.
 */
export const formIn = async (path: string): Promise<FileForm | undefined> => {
  const form = formOf(path)
  const beginning = beginnings.get(extname(path).toLowerCase())
  if (!form || !beginning) return form
  return beginning.test(await headOf(path)) ? form : undefined
}

/** The form of cases that are piped in, by how they begin: JSON and CSV as testctl writes them, else NDJSON; undefined of any other text. */
export const formOfText = (text: string): FileForm | undefined => {
  for (const [ending, beginning] of beginnings) if (beginning.test(text)) return formOf(`cases${ending}`)
  return new RegExp(String.raw`^\s*\{\s*"(${own})"\s*:`).test(text) ? formOf('cases.ndjson') : undefined
}

const own = 'identifier|name|preconditions|steps|customFields'
const beginnings: ReadonlyMap<string, RegExp> = new Map([
  ['.json', new RegExp(String.raw`^\s*\[\s*(\]|\{\s*"(${own})"\s*:)`)],
  ['.csv', /^"?identifier"?([,;\t|])"?name"?\1"?preconditions"?\1"?step"?\1"?action"?\1"?expectation"?(\1|\r|\n|$)/],
])

const headOf = async (path: string): Promise<string> => {
  try {
    for await (const piece of streamRegularFile(path, { most: Number.MAX_SAFE_INTEGER }))
      return piece.replace(/^\ufeff/, '')
  } catch {
    // The reader of the file reports the error.
  }
  return ''
}
