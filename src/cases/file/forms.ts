import { extname } from 'node:path'
import { csvFileForm } from './csv/index.ts'
import type { FileForm } from './form.ts'
import { jsonFileForm } from './json.ts'
import { ndjsonFileForm } from './ndjson.ts'
import { yamlFileForm } from './yaml.ts'

/** The form of a file that holds many cases, by the ending of its name; undefined of any other. */
export const formOf = (path: string): FileForm | undefined => forms.get(extname(path).toLowerCase())

const forms: ReadonlyMap<string, FileForm> = new Map([
  ['.ndjson', ndjsonFileForm],
  ['.jsonl', ndjsonFileForm],
  ['.json', jsonFileForm],
  ['.yaml', yamlFileForm],
  ['.yml', yamlFileForm],
  ['.csv', csvFileForm],
])
