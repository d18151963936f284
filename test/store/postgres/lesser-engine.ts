import { onTestFinished } from 'vitest'
import { layCable } from './cable.ts'

/** What an engine may lack: a statement that it cannot read, a function that it does not have. */
const words = {
  'lock table': 'lack table',
  pg_xact_status: 'pg_xact_statuz',
  pg_walfile_name: 'pg_walfile_nome',
}

/**
 * The address of a database whose engine does not know some words, until the test is over. It is PostgreSQL, which gets words of
 * the same length that it does not know, so that everything that follows is what a real engine does.
 */
export const lessEngine = async (address: string, lacks: readonly (keyof typeof words)[]): Promise<string> => {
  const cable = await layCable(address, undefined, (sent) => {
    const text = lacks.reduce((all, word) => all.replaceAll(word, words[word]), sent.toString('latin1'))
    return Buffer.from(text, 'latin1')
  })
  onTestFinished(cable.remove)
  return cable.address
}
