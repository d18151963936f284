import type { Api } from '../../contract/index.ts'
import type { Case } from '../../contract/models.ts'
import { readPages } from '../../contract/pagination.ts'
import { isNamedBefore } from '../../runs/named-before.ts'
import { timeOf } from '../../output/text/time.ts'
import { identifierOf, type RunProject, type Showing, type Target } from '../../runs/read.ts'

/** A case with its creation time, in milliseconds since 1970, if the service sent one that can be read. */
export type CaseTarget = Target & { createdAt?: number | undefined }

/** Reads every case of a project. A case that others delete meanwhile shifts those after it: then all are read again from the start. */
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
  const page = <Pagination>(rows: Case[], pagination: Pagination) => {
    last = rows.at(-1)?.id ?? last
    return { rows, pagination }
  }
  const shown = progress?.('reading cases')
  const read = async ({ limit, offset }: { limit: number; offset: number }) => {
    const { cases, pagination } = await api.cases.list({
      projectId,
      limit,
      offset: offset - (last === undefined ? 0 : 1),
    })
    if (last === undefined) return page(cases, pagination)
    // Each page begins with the last row of the page before. If it does not, cases were deleted in between.
    moved ||= cases[0]?.id !== last
    if (cases.length > 1) return page(cases.slice(1), { ...pagination, offset: pagination.offset + 1 })
    // A page may have room for that row only.
    const rest = await api.cases.list({ projectId, limit, offset })
    return page(rest.cases, rest.pagination)
  }
  const cases: CaseTarget[] = []
  try {
    for await (const rows of readPages(read, { linked: true }, shown).pages)
      for (const { id, name, displayId, customFields, createdAt } of rows) {
        const identifiers = identifierOf('cases', identifier, displayId)
        const unnamed = isNamedBefore(displayId, customFields) ? identifiers[0] : undefined
        cases.push({ id, name, identifiers, unnamed, createdAt: timeOf(createdAt) })
      }
  } finally {
    shown?.done()
  }
  return { cases, moved }
}
