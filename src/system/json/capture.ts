/**
 * The text of a value that is being read, across the pieces of its file. It can be paused to leave a part out. Positions are
 * those in the current piece.
 */
export type Capture = ReturnType<typeof createCapture>

/** The largest value that is held, in characters; its long texts are cut before they count. */
export const largestValue = 32 * 1024 * 1024

/** Creates a capture that has not been started. */
export const createCapture = () => {
  let parts: string[] = []
  let on = false
  let size = 0
  // The start in this piece of the text that is not in `parts` yet; undefined while paused.
  let from: number | undefined

  const pause = (text: string, at: number): void => {
    if (from === undefined) return
    if (at > from) parts.push(text.slice(from, at))
    size += at - from
    from = undefined
  }
  return {
    isOn: (): boolean => on,
    start: (at: number): void => {
      on = true
      from = at
    },
    pause,
    resume: (at: number): void => {
      if (on) from = at
    },
    /** Returns what was recorded up to here. */
    stop: (text: string, at: number): string => {
      pause(text, at)
      const whole = parts.join('')
      parts = []
      on = false
      size = 0
      return whole
    },
    /** Keeps this piece's part before the next one comes; returns whether there is room for more. */
    turn: (text: string): boolean => {
      if (from !== undefined) {
        pause(text, text.length)
        from = 0
      }
      return size <= largestValue
    },
  }
}
