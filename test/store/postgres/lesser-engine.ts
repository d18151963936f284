import { onTestFinished } from 'vitest'
import { layCable } from './cable.ts'

/** Features that an engine may lack, with the misspelled words that stand in for them: a statement, functions. */
const words = {
  'lock table': 'lack table',
  pg_xact_status: 'pg_xact_statuz',
  pg_walfile_name: 'pg_walfile_nome',
}

/**
 * Returns the address of a database whose engine lacks some features, until the test ends. A proxy replaces these words by unknown
 * ones of the same length and passes them to PostgreSQL, so the errors are those of a real engine.
 */
export const lessEngine = async (address: string, lacks: readonly (keyof typeof words)[]): Promise<string> => {
  const cable = await layCable(address, undefined, (sent) => {
    const text = lacks.reduce((all, word) => all.replaceAll(word, words[word]), sent.toString('latin1'))
    return Buffer.from(text, 'latin1')
  })
  onTestFinished(cable.remove)
  return cable.address
}
