import { withoutVersion } from '../browser-name.ts'
import type { TestPoint } from './line.ts'

/**
 * Removes the browser's version and the time from the name of a test of Testem, `Chrome 156.0 - [9 ms] - cart: adds`, so that the name
 * depends on the test alone. DECISIONS 529
 */
export const readTestem = <Point extends TestPoint>(point: Point): Point => {
  const [, launcher, time, title] = (!point.dashed && nameOfTestem.exec(point.name)) || []
  if (launcher === undefined) return point
  const seconds = time === 'undefined' ? point.seconds : Number(time) / 1000
  return { ...point, name: [withoutVersion(launcher), ...(title ? [title] : [])].join(' - '), seconds }
}

// A test whose page could not be loaded has no time.
const nameOfTestem = /^(.{1,200}?) - \[(\d{1,12}(?:\.\d{1,12})?|undefined) ms\](?: - (.*))?$/s
