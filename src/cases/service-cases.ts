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
  /** The texts that the service did not send, or sent in an unknown form: they are empty in `content`. Undefined if it sent all. */
  unseen?: ReturnType<typeof unseenIn>
}

/** Receives the progress of reading: `count` more cases of `total` were read. */
export type Reading = { step: (count: number, total: number) => void }

/** Reads every case of a project. It must not miss one: an import would create that case again. */
export const readServiceCases = (api: Api, project: CaseProject, reading?: Reading): Promise<ServiceCase[]> =>
  readWhole(
    async (page) => {
      const { cases, pagination } = await api.cases.list({ projectId: project.id, ...page })
      return { rows: cases, pagination }
    },
    (row) => serviceCaseOf(row, project),
    { progress: reading, attempts: 20 },
  )

/** Converts a case as the service sends it, and adds its identifier. */
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
