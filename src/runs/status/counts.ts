import type { ResultName } from '../../contract/vocabulary.ts'

/** How many tests there are, and how many of each result. */
export type ResultCounts = Record<ResultName | 'total', number>
