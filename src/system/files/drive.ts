import path from 'node:path'

/** The path in the address of a file as its platform names it: on Windows, `/C:/team.db` is `C:/team.db`. DECISIONS 119 */
export const pathInAddress = (named: string, { sep }: { sep: string } = path): string =>
  sep === '\\' ? named.replace(/^(?:\/\/)?\/(?=[a-z]:)/i, '') : named
