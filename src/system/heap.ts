import { versions } from 'node:process'
import { setFlagsFromString } from 'node:v8'

/**
 * Does work that needs much memory for long in a heap that grows by two fifths at a time; by default V8 lets it double before it collects
 * garbage. Small work never gets that far. No module may be loaded meanwhile: V8 refuses cached code that was compiled under other flags.
 * DECISIONS 139
 */
export const inTightHeap = async <T>(work: () => Promise<T>): Promise<T> => {
  if (!isKnown) return await work()
  setFlagsFromString(`--heap-growing-percent=${growth}`)
  try {
    return await work()
  } finally {
    setFlagsFromString('--heap-growing-percent=0')
  }
}

const growth = 40

// V8 complains on stderr about a flag that it does not know. Node 26 has V8 14.
const isKnown = Number.parseInt(versions.v8, 10) <= 14
