/** Something wrong in a store: the problem, where it is, and how to fix it. */
export type Violation = { what: string; where: string; found: string; hint: string }

/** The advice if nothing less helps. */
export const restoring = 'restore the last backup: testctl store restore FILE'
