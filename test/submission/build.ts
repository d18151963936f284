/** The commit that each build is of. */
export const sha = '8f14e45fceea167a5a36dedd4bea2543fcd2d9f1'

/** What a system sets for a build, as its documentation shows it, and the name of the run that comes of it. */
export type Build = [what: string, name: string, env: Record<string, string>]
