/** What people are told of a failure: what happened, and what to do next. */
export type Explanation = { message: string; hint: string }

/** Explains what PostgreSQL means with one of its error codes, said of a database, in its own words where they help. */
export const explainCode = (code: string, said: string, words: string): Explanation => {
  const [, what, hint] = explanations.find(([beginning]) => code.startsWith(beginning)) ?? usual
  return { message: `the database ${said} ${what.replace('…', `: ${words}`).replace('(code)', `(${code})`)}`, hint }
}

// By the beginning of the code.
const explanations: readonly (readonly [code: string, what: string, hint: string])[] = [
  ['25006', 'can be read but not written', 'is it a standby, or set to read only?'],
  ['28', 'does not let us in…', 'check user and password in the address'],
  ['3D000', 'is not there…', 'createdb makes one'],
  ['42501', 'does not let us do that…', 'whoever connects must own the tables, or may create them in the schema'],
  ['42P01', 'lacks a part of the store…', 'restore the last backup'],
  ['42703', 'lacks a part of the store…', 'restore the last backup'],
  ['53100', 'has no space left; nothing was written', 'make room on its disk'],
  ['53300', 'has no connection left for us', 'see max_connections, and who is connected: pg_stat_activity'],
  ['55P03', 'is locked by somebody else', 'wait until they have finished, or see who it is: pg_locks'],
  ['57P03', 'is not ready…', 'try again in a moment'],
  ['40', 'is changed by too many at once', 'try again in a moment'],
  ['XX', 'is damaged…', 'see its log, and restore the last backup'],
]

const usual = ['', 'failed… (code)', 'see the log of the database'] as const
