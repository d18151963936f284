/** Something wrong in a store: the problem, and where it is. */
export type Flaw = { what: string; where: string; found: string }
