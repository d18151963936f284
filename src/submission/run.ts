import type { Api } from '../contract/index.ts'
import type { Project } from './reads.ts'

/** The run that a submission is for: one that is there, or one to create. */
export type Run = { id: string; name: string; displayId: number | undefined }
export type NewRun = { name: string; milestoneId?: string | undefined }

/** The ids of as many cases make a body of less than the megabyte that a service takes. */
export const idsAtOnce = 20_000

/** Creates a run with a test for each of the cases, of as many as go at once. */
export const createRun = async (
  api: Api,
  { project, name, milestoneId, caseIds }: NewRun & { project: Project; caseIds: readonly string[] },
): Promise<Run & { displayId: number }> => {
  const { testRun } = await api.runs.create({
    projectId: project.id,
    name,
    caseIds: caseIds.slice(0, idsAtOnce),
    ...(milestoneId !== undefined && { milestoneId }),
  })
  return { id: testRun.id, name: testRun.name, displayId: testRun.displayId }
}

/** Adds a test for each of the cases to a run. */
export const addCases = async (api: Api, testRunId: string, caseIds: readonly string[]): Promise<void> => {
  for (let start = 0; start < caseIds.length; start += idsAtOnce)
    await api.runs.update({ testRunId, caseIdsToAdd: caseIds.slice(start, start + idsAtOnce) })
}
