import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A kind of store: the addresses of an empty one, which one service alone opens, or several. */
export type Engine = {
  name: 'SQLite' | 'PostgreSQL'
  own: () => Promise<string>
  shared: () => Promise<string>
}

const sqlite: Engine = {
  name: 'SQLite',
  own: async () => ':memory:',
  shared: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'testctl-twice-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    return `file:${folder}/team.db`
  },
}

let current = sqlite

/** The kind of store that the fixtures open while a test runs: SQLite, but for what is defined once more (postgres.ts). */
export const engine = (): Engine => current

/** Opens stores of another kind from now on; gives what takes that back. */
export const useEngine = (other: Engine): (() => void) => {
  const before = current
  current = other
  return () => {
    current = before
  }
}
