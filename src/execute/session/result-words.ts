import type { ResultName } from '../../contract/vocabulary.ts'

/** The names of results for the beginning of a sentence. */
export const wordOf: Readonly<Record<ResultName, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  inProgress: 'In progress',
  untested: 'Untested',
}

/** Names a result, for the middle of a sentence. */
export const sayResult = (result: ResultName): string => wordOf[result].toLowerCase()
