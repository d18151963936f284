import type { ResultName } from '../../contract/vocabulary.ts'

/** What a result is called at the beginning of a sentence. */
export const wordOf: Readonly<Record<ResultName, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  inProgress: 'In progress',
  untested: 'Untested',
}

/** A result in the middle of a sentence. */
export const sayResult = (result: ResultName): string => wordOf[result].toLowerCase()
