import { extname } from 'node:path'
import { csvForm } from './csv/index.ts'
import type { FileForm } from './form.ts'
import { jsonForm } from './json.ts'
import { ndjsonForm } from './ndjson.ts'
import { yamlForm } from './yaml.ts'

/** The form of a file that holds many cases, by the ending of its name; undefined of any other. */
export const formOf = (path: string): FileForm | undefined => forms.get(extname(path).toLowerCase())

const forms: ReadonlyMap<string, FileForm> = new Map([
  ['.ndjson', ndjsonForm],
  ['.jsonl', ndjsonForm],
  ['.json', jsonForm],
  ['.yaml', yamlForm],
  ['.yml', yamlForm],
  ['.csv', csvForm],
])
