import type { Api } from '../../contract/index.ts'
import { isNamedBefore } from '../../runs/named-before.ts'
import { identifierOf, readWithProgress, type RunProject, type Showing, type Target, timeOf } from '../../runs/read.ts'

/** A case, with when it was created; milliseconds since 1970, where the service said something that can be read. */
export type CaseTarget = Target & { createdAt?: number | undefined }

/** Every case of a project. One that others delete meanwhile moves those after it, so that it is read again from the start. */
export const readCases = async (api: Api, project: RunProject, progress?: Showing): Promise<CaseTarget[]> => {
  for (let attempt = 1; ; attempt++) {
    const { cases, moved } = await readCasesOnce(api, project, progress)
    if (!moved || attempt === mostReadings) return cases
  }
}

const mostReadings = 50

const readCasesOnce = async (api: Api, { id: projectId, identifier }: RunProject, progress: Showing | undefined) => {
  let last: string | undefined
  let moved = false
  const pages = readWithProgress('reading cases', progress, async ({ limit, offset }) => {
    // Each page begins with the last row of the one before: where it does not, some were deleted in between.
    const overlap = last === undefined ? 0 : 1
    const { cases, pagination } = await api.cases.list({ projectId, limit, offset: offset - overlap })
    moved ||= overlap === 1 && cases[0]?.id !== last
    last = cases.at(-1)?.id ?? last
    return { rows: cases.slice(overlap), pagination: { ...pagination, offset: pagination.offset + overlap } }
  })
  const cases: CaseTarget[] = []
  for await (const rows of pages)
    for (const { id, name, displayId, customFields, createdAt } of rows) {
      const identifiers = identifierOf('cases', identifier, displayId)
      const unnamed = isNamedBefore(displayId, customFields) ? identifiers[0] : undefined
      cases.push({ id, name, identifiers, unnamed, createdAt: timeOf(createdAt) })
    }
  return { cases, moved }
}
