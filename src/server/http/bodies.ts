/** Whether there is room for so many bytes of one body, which it then holds; `release` gives them back. */
export type Holding = { hold: (bytes: number) => boolean; release: () => void }

/**
 * Bounds what large bodies take together, from their first byte until their request is answered: those that wait for a place
 * are whole by then. Small ones are not counted, so that who wants little is never turned away. DECISIONS 138
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
      release: () => {
        all -= held
        held = 0
      },
    }
  }
}

const smallBody = 65_536
