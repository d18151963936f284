import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { Store } from '../../../src/store/index.ts'
import { insertProject, listProjects } from '../rows.ts'

/** Sixteen who write into the same store by turns of several servers, and again what was said not to be done, until `end`. */
export const startWriters = (stores: readonly Store[]) => {
  const kept: string[] = []
  const unknown: string[] = []
  let isEnding = false
  onTestFinished(() => void (isEnding = true))
  const write = async (writer: number) => {
    for (let at = 0; !isEnding; at++) {
      const name = `W${writer}_${at}`
      for (;;)
        try {
          await insertProject(stores[writer % stores.length]!, name)
          kept.push(name)
          break
        } catch (error) {
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
    /** Waits until so many more were answered. */
    more: async (count: number) => {
      for (const before = kept.length; kept.length < before + count;) await sleep(5)
    },
    /** Ends them; all that was answered must be there, once, and nothing that was said not to be done. */
    end: async () => {
      isEnding = true
      await Promise.all(writing)
      const stored = await listProjects(stores[0]!)
      expect(new Set(stored).size).toBe(stored.length)
      const there = new Set(stored)
      expect(kept.filter((name) => !there.has(name))).toEqual([])
      const answered = new Set([...kept, ...unknown])
      expect(stored.filter((name) => !answered.has(name))).toEqual([])
      return { kept: kept.length, unknown: unknown.length }
    },
  }
}
