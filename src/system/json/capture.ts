/**
 * The text of a value that is being read, across the pieces of its file. It can be paused to leave a part out. Positions are
 * those in the current piece.
 */
export type Capture = ReturnType<typeof createCapture>

/** No single value is held beyond this many characters; its long texts are cut before they count. */
export const largestValue = 32 * 1024 * 1024

/** Makes a recording that has not been started. */
export const createCapture = () => {
  let parts: string[] = []
  let on = false
  let size = 0
  // Where in this piece the text begins that is not among the parts yet; none while it is paused.
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
    /** Hands over what was recorded up to here. */
    stop: (text: string, at: number): string => {
      pause(text, at)
      const whole = parts.join('')
      parts = []
      on = false
      size = 0
      return whole
    },
    /** Takes over what this piece has before the next one comes; whether there is room for more. */
    turn: (text: string): boolean => {
      if (from !== undefined) {
        pause(text, text.length)
        from = 0
      }
      return size <= largestValue
    },
  }
}
