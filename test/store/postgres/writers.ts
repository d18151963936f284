import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { Store } from '../../../src/store/index.ts'
import { insertProject, listProjects } from '../rows.ts'

/** Writes an item with this name. Resolves when the write was answered. */
export type Insert = (store: Store, name: string) => Promise<unknown>

/**
 * Starts sixteen writers, spread over several servers of the same store, until `end`. They repeat a write that was answered with 503.
 * `insert` makes a write.
 */
export const startWriters = (stores: readonly Store[], insert: Insert = insertProject) => {
  const kept: string[] = []
  const unknown: string[] = []
  let isEnding = false
  let refusal: unknown
  onTestFinished(() => void (isEnding = true))
  const write = async (writer: number) => {
    for (let at = 0; !isEnding; at++) {
      const name = `W${writer}_${at}`
      for (;;)
        try {
          await insert(stores[writer % stores.length]!, name)
          kept.push(name)
          break
        } catch (error) {
          refusal = error
          if ((error as { status?: number }).status !== 503) {
            unknown.push(name)
            break
          }
          if (isEnding) break
          await sleep(20)
        }
    }
  }
  const writing = Array.from({ length: 16 }, (_, writer) => write(writer))
  return {
    /** Waits until `count` more writes were answered. */
    more: async (count: number) => {
      const before = kept.length
      for (const end = performance.now() + patience; kept.length < before + count;) {
        if (isEnding || performance.now() > end)
          throw new Error(`of ${count} writes ${kept.length - before} were answered: ${String(refusal)}`)
        await sleep(5)
      }
    },
    /** Stops the writers. Checks that nothing is stored twice or although it was refused. `lost` was answered, but is not stored. */
    end: async () => {
      isEnding = true
      await Promise.all(writing)
      const stored = await listProjects(stores[0]!)
      expect(new Set(stored).size).toBe(stored.length)
      const there = new Set(stored)
      const answered = new Set([...kept, ...unknown])
      expect(stored.filter((name) => !answered.has(name))).toEqual([])
      return { kept, unknown, lost: kept.filter((name) => !there.has(name)) }
    },
  }
}

/** The longest wait for writes to be answered again, in ms: a limit for a test that hangs. */
const patience = 120_000
