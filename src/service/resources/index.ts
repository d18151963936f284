import type { Case, Comment, Milestone, Project, Test, TestRun } from '../../contract/models.ts'
import type { Audit, Row } from '../../store/table-types.ts'

// A row of the store as a resource of the interface, without its relations.

export const toProject = (row: Row<'projects'>): Project => ({
  ...common(row),
  name: row.name,
  identifier: row.identifier,
  icon: row.icon,
  color: row.color,
})

// Field by field: spreading objects takes ten times as long, and a page has a thousand rows.
export const toCase = (row: Row<'cases'>): Case => ({
  id: row.id,
  createdAt: row.created_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
  displayId: row.display_id,
  name: row.name,
  preconditions: row.preconditions,
  steps: JSON.parse(row.steps) as Case['steps'],
  customFields: JSON.parse(row.custom_fields) as Case['customFields'],
})

export const toTest = (row: Row<'tests'>): Test => ({
  id: row.id,
  createdAt: row.created_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
  displayId: row.display_id,
  name: row.name,
  preconditions: row.preconditions,
  steps: JSON.parse(row.steps) as Test['steps'],
  assignedTo: row.assigned_to,
  result: row.result,
  caseId: row.case_id,
})

export const toRun = (row: Row<'runs'>): TestRun => ({
  ...common(row),
  displayId: row.display_id,
  name: row.name,
  ...(row.milestone_id !== null && { milestoneId: row.milestone_id }),
  results: {
    total: row.total,
    passed: row.passed,
    failed: row.failed,
    inProgress: row.in_progress,
    untested: row.untested,
  },
})

export const toMilestone = (row: Row<'milestones'>): Milestone => ({
  ...common(row),
  displayId: row.display_id,
  name: row.name,
})

export const toComment = (row: Row<'comments'>): Comment => ({ ...common(row), content: row.content })

const common = (row: Audit & { id: string }) => ({
  id: row.id,
  createdAt: row.created_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
})
