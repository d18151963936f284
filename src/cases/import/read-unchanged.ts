import type { Api } from '../../contract/index.ts'
import { UsageError } from '../../errors.ts'
import { fieldsOf, hashOf } from '../fields.ts'
import { type CaseProject, type ServiceCase, serviceCaseOf } from '../service-cases.ts'

/** A case as it was when the plan was made, and the fields that are about to be overwritten; undefined for all fields. */
type Planned = { there: ServiceCase; fields?: readonly string[] }

/**
 * Reads a case again just before it is changed or deleted. Throws if one of these fields has changed since the plan
 * was made: the next plan shows it as a conflict. DECISIONS 223
 */
export const readUnchanged = async (
  api: Api,
  { there, fields }: Planned,
  project: CaseProject,
): Promise<ServiceCase> => {
  const { case: row } = await api.cases.get({ identifier: there.identifier })
  const now = serviceCaseOf(row, project)
  // `updatedAt` does not help: a service may round it to seconds.
  const changed = changedSince(there, now).filter((field) => fields?.includes(field) ?? true)
  if (changed.length === 0) return now
  const names = changed.map((field) => field.replace(/^fields\./, '')).join(', ')
  throw new UsageError(`${String(row.updatedBy)} changed ${names} meanwhile; it is left as it is`, {
    hint: 'run it again: it shows what differs',
  })
}

/** Returns the fields in which two readings of a case differ. */
export const changedSince = (before: ServiceCase, now: ServiceCase): string[] => {
  const [old, present] = [fieldsOf(before.content), fieldsOf(now.content)]
  return [...new Set([...old.keys(), ...present.keys()])].filter(
    (field) => hashOf(old, field) !== hashOf(present, field),
  )
}
