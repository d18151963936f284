/** How long something has lasted, of milliseconds: `12 s`, `5 min`, `3 h`. */
export const formatPassed = (milliseconds: number): string => say(milliseconds, Math.floor)

/** How long something will last yet, of milliseconds; rather too long than too short. */
export const formatLeft = (milliseconds: number): string => say(milliseconds, Math.ceil)

const say = (milliseconds: number, round: (number: number) => number): string => {
  const seconds = round(Math.max(0, milliseconds) / 1000)
  if (seconds < 100) return `${seconds} s`
  const minutes = round(seconds / 60)
  return minutes < 100 ? `${minutes} min` : `${round(minutes / 60)} h`
}
