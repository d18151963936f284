import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStore, type Store } from '../../../src/store/index.ts'

/** A kind of store. `open` opens one empty store `times` times, as that many processes would, and closes it after the test. */
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

/** Returns the kind of store that the fixtures open: SQLite, or PostgreSQL for the tests that postgres.ts defines again. */
export const engine = (): Engine => current

/** Switches to another kind of store. Returns a function that switches back. */
export const useEngine = (other: Engine): (() => void) => {
  const before = current
  current = other
  return () => {
    current = before
  }
}
