import { extname } from 'node:path'
import { readCsv } from './csv/read.ts'
import { writeCsv } from './csv/write.ts'
import type { FileForm } from './form.ts'
import { jsonFileForm } from './json.ts'
import { ndjsonFileForm } from './ndjson.ts'
import { yamlFileForm } from './yaml.ts'

/** Returns the format of a file of many cases by the extension of its name; undefined for any other extension. */
export const formOf = (path: string): FileForm | undefined => forms.get(extname(path).toLowerCase())

const forms: ReadonlyMap<string, FileForm> = new Map([
  ['.ndjson', ndjsonFileForm],
  ['.jsonl', ndjsonFileForm],
  ['.json', jsonFileForm],
  ['.yaml', yamlFileForm],
  ['.yml', yamlFileForm],
  // For spreadsheets, with one row per step. DECISIONS 206
  ['.csv', { read: readCsv, write: writeCsv }],
])
