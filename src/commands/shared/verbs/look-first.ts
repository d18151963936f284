import { lookedUpBy } from '../../../errors.ts'

/**
 * For the `catch` of a create: where it may be there in spite of its error, the next step is the list of its project, by identifier,
 * as people type it. DECISIONS 292
 */
export const rethrowListed =
  (noun: 'cases' | 'runs' | 'milestones', project: string) =>
  (error: unknown): never => {
    throw lookedUpBy(error, `testctl ${noun} list -p ${project}`)
  }
