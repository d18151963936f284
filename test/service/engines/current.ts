import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStore, type Store } from '../../../src/store/index.ts'

/** A kind of store. `open` gives an empty one until the test is over, as so many processes have it that opened the same one. */
export type Engine = {
  name: 'SQLite' | 'PostgreSQL'
  open: (times: number) => Promise<Store[]>
}

const sqlite: Engine = {
  name: 'SQLite',
  open: async (times) => {
    const address = times === 1 ? ':memory:' : await newFile()
    return Promise.all(Array.from({ length: times }, () => openUntilEnd(address)))
  },
}

const newFile = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-twice-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return `file:${folder}/team.db`
}

const openUntilEnd = async (address: string): Promise<Store> => {
  const store = await openStore(address)
  onTestFinished(store.close)
  return store
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
