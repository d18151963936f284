import { textAsSent } from '../contract/case-texts.ts'

/** Returns a test with its assignee and the user who changed it last; empty if the service does not send them. DECISIONS 22 */
export const holdersOf = <T extends { assignedTo?: unknown; updatedBy?: unknown }>(
  test: T,
): T & { assignedTo: string; updatedBy: string } => ({
  ...test,
  assignedTo: textAsSent(test.assignedTo),
  updatedBy: textAsSent(test.updatedBy),
})
