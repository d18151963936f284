/** The memory of one body: `hold` reserves `bytes` in all, and returns whether there is room; `release` frees them. */
export type Holding = { hold: (bytes: number) => boolean; release: () => void }

/**
 * Limits the memory of all large bodies together to `most` bytes, from their first byte until their answer, because a request that
 * waits for its turn holds a complete body. Small bodies are not counted, so that a small request is never refused. DECISIONS 138
 */
export const createBodies = (most = 64 * 1024 * 1024): (() => Holding) => {
  let all = 0
  return () => {
    let held = 0
    return {
      hold: (bytes) => {
        if (bytes <= smallBody || bytes <= held) return true
        if (all + bytes - held > most) return false
        all += bytes - held
        held = bytes
        return true
      },
      release: () => void (all -= held),
    }
  }
}

const smallBody = 65_536
