/** Escapes output so that a CI system takes none of it for a command: `text` for people, `data` for programs that read escapes. */
export type Defuse = { text: (text: string) => string; data: (text: string) => string }

/**
 * Inserts a space into text that a CI system would take for a command: GitHub `::…` at the start of a line, even after blanks, and Azure
 * `##vso[…]` or `##[…]` anywhere. The text may contain the name of a test, which can be anything. DECISIONS 449
 */
export const asNoCommand = (text: string): string => text.replace(lineStart, '$1: :').replaceAll(sign, '## ')

/** Does the same for tab-separated lines and JSON with an escape, so that they mean the same to a program that reads escapes. */
const escaped = (text: string): string => text.replace(lineStart, '$1\\u003a:').replaceAll(sign, '#\\u0023')

const lineStart = /^([^\S\n]*)::/gm
const sign = /##(?=(?:vso)?\[)/gi

const same = (text: string): string => text

/** Returns the escaping for GitHub Actions or Azure Pipelines if testctl runs there; otherwise output stays unchanged. DECISIONS 492 */
export const defuseIn = (env: Readonly<Record<string, string | undefined>>): Defuse =>
  env['GITHUB_ACTIONS'] || env['TF_BUILD'] ? { text: asNoCommand, data: escaped } : { text: same, data: same }
