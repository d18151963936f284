/** Something that ought not to be so in a store: what is wrong, with what, and what to do about it. */
export type Violation = { what: string; where: string; found: string; hint: string }

/** What to do where nothing less helps. */
export const restoring = 'restore the last backup: testctl store restore FILE'
