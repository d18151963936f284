import { withLookup } from '../../../errors.ts'

/**
 * Returns a handler for the error of a create. If the resource may exist in spite of the error, its hint is the line that lists the
 * `project`, given by its identifier. DECISIONS 292
 */
export const rethrowListed =
  (noun: 'cases' | 'runs' | 'milestones', project: string) =>
  (error: unknown): never => {
    throw withLookup(error, `testctl ${noun} list -p ${project}`)
  }
