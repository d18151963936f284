import type { FileForm } from '../form.ts'
import { readCsv } from './read.ts'
import { writeCsv } from './write.ts'

/** Cases as CSV for spreadsheets, with one row per step. DECISIONS 206 */
export const csvFileForm: FileForm = { read: readCsv, write: writeCsv }
