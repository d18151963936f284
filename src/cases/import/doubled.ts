import { TestctlError } from '../../errors.ts'
import { sourceOf } from '../case-content.ts'
import { casesBySource, type Doubled, doubledIn } from '../plan/by-source.ts'
import { type CaseProject, readServiceCases } from '../service-cases.ts'
import type { AppliedImport, Applying } from './apply.ts'

/**
 * Looks once more, in the end, whether somebody has imported the same cases at the same time: no lock is between two computers, and
 * the later one of both sees all of them. What cannot be read then is named by the next import. DECISIONS 335
 */
export const findDoubled = async (
  project: CaseProject,
  { created }: Pick<AppliedImport, 'created'>,
  { api, stop }: Pick<Applying, 'api' | 'stop'>,
): Promise<readonly Doubled[]> => {
  const entries = created.map(({ entry }) => entry).filter(({ content }) => sourceOf(content) !== undefined)
  if (entries.length === 0 || stop.aborted) return []
  const there = await readServiceCases(api, project).catch((error: unknown) => {
    if (error instanceof TestctlError) return []
    throw error
  })
  return doubledIn(entries, casesBySource(there))
}
