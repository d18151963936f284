import { counted } from './count.ts'

/** Formats elapsed milliseconds, rounded down: `12 s`, `5 min`, `3 h`. */
export const formatPassed = (milliseconds: number): string => inUnits(milliseconds, Math.floor)

/** Formats remaining milliseconds, rounded up. */
export const formatLeft = (milliseconds: number): string => inUnits(milliseconds, Math.ceil)

const inUnits = (milliseconds: number, round: (number: number) => number): string => {
  const seconds = round(Math.max(0, milliseconds) / 1000)
  if (seconds < 100) return `${seconds} s`
  const minutes = round(seconds / 60)
  return minutes < 100 ? `${minutes} min` : `${round(minutes / 60)} h`
}

/** Formats an age in milliseconds, in steps of ten seconds and then of minutes, so that the text does not change all the time. */
export const formatAge = (milliseconds: number): string => {
  const seconds = Math.max(1, Math.floor(milliseconds / 1000))
  if (seconds >= 100) return `${Math.floor(seconds / 60)} min`
  return `${seconds < 10 ? seconds : seconds - (seconds % 10)} s`
}

/** Formats a rough estimate of the remaining minutes: `about 5 minutes left`. */
export const formatEstimate = (minutes: number): string => {
  if (minutes < 1) return 'less than a minute left'
  if (minutes < 90) return `about ${counted(Math.ceil(minutes), 'minute')} left`
  if (minutes < 36 * 60) return `about ${counted(Math.ceil(minutes / 60), 'hour')} left`
  return `about ${counted(Math.ceil(minutes / 1440), 'day')} left`
}
