/** Shows texts in the log of a build so that none is a command of the system there: those for people, and those whose escapes are read. */
export type Defuse = { text: (text: string) => string; data: (text: string) => string }

/**
 * A test may be called anything, and in the log of a build GitHub takes `::…` for a command where a line begins, blanks or not, and
 * Azure `##vso[…]` wherever it stands. A blank in it is seen, and makes it a text. DECISIONS 449
 */
export const asNoCommand = (text: string): string => text.replace(lineStart, '$1: :').replaceAll(sign, '## ')

/** The same for tab-separated lines and JSON, which mean the same when their escapes are read. */
const escaped = (text: string): string => text.replace(lineStart, '$1\\u003a:').replaceAll(sign, '#\\u0023')

const lineStart = /^([^\S\n]*)::/gm
const sign = /##(?=(?:vso)?\[)/gi

const same = (text: string): string => text

/** What is printed, as it stands in a log that one of these systems reads; elsewhere as it is. DECISIONS 492 */
export const defuseIn = (env: Readonly<Record<string, string | undefined>>): Defuse =>
  env['GITHUB_ACTIONS'] || env['TF_BUILD'] ? { text: asNoCommand, data: escaped } : { text: same, data: same }
