/** The commit of every build. */
export const sha = '8f14e45fceea167a5a36dedd4bea2543fcd2d9f1'

/** A build: the variables that its CI system sets, as documented, and the resulting name of the run. */
export type Build = [what: string, name: string, env: Record<string, string>]
