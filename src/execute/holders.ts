import { textAsSent } from '../contract/case-texts.ts'

/** Who has a test, and who changed it last: empty where a service does not say it, as for one that nobody has. DECISIONS 22 */
export const holdersOf = <T extends { assignedTo?: unknown; updatedBy?: unknown }>(
  test: T,
): T & { assignedTo: string; updatedBy: string } => ({
  ...test,
  assignedTo: textAsSent(test.assignedTo),
  updatedBy: textAsSent(test.updatedBy),
})
