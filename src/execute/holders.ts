import { textAsSent } from '../contract/case-texts.ts'

/** The assignee of a test, and who changed it last: empty if the service does not say, as for an unassigned test. DECISIONS 22 */
export const holdersOf = <T extends { assignedTo?: unknown; updatedBy?: unknown }>(
  test: T,
): T & { assignedTo: string; updatedBy: string } => ({
  ...test,
  assignedTo: textAsSent(test.assignedTo),
  updatedBy: textAsSent(test.updatedBy),
})
