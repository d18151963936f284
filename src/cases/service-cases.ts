import type { Api } from '../contract/index.ts'
import { unseenIn } from '../contract/case-texts.ts'
import { formatIdentifier } from '../contract/identifiers.ts'
import type { Case } from '../contract/models.ts'
import { readWhole } from '../contract/pagination.ts'
import type { CaseContent } from './case-content.ts'
import { caseContentOf } from './fields.ts'

/** The project that files belong to. */
export type CaseProject = { id: string; identifier: string }

/** A case as the service has it. */
export type ServiceCase = {
  id: string
  identifier: string
  displayId: number
  updatedAt: string
  content: CaseContent
  /** What the service does not say of it, where that is something: it is empty in `content`. */
  unseen?: ReturnType<typeof unseenIn>
}

/** Hears how many cases there are to read, and how many were read. */
export type Reading = { step: (count: number, total: number) => void }

/** Every case of a project. What one misses, an import would create again. */
export const readServiceCases = (api: Api, project: CaseProject, reading?: Reading): Promise<ServiceCase[]> =>
  readWhole(
    async (page) => {
      const { cases, pagination } = await api.cases.list({ projectId: project.id, ...page })
      return { rows: cases, pagination }
    },
    (row) => serviceCaseOf(row, project),
    { progress: reading, attempts: 20 },
  )

export const serviceCaseOf = (row: Case, { identifier }: CaseProject): ServiceCase => {
  const unseen = unseenIn(row)
  return {
    id: row.id,
    identifier: formatIdentifier({ project: identifier, noun: 'cases', displayId: row.displayId }),
    displayId: row.displayId,
    updatedAt: String(row.updatedAt),
    content: caseContentOf(row),
    ...(unseen.length > 0 && { unseen }),
  }
}
