import type { TapTest } from './test.ts'

/**
 * Tracks the titles that tape writes as comments above its assertions. The comments of other runners are not titles: these
 * runners write their plan first, put a dash before each name, or explain a failure in comments below it.
 */
export const createTitles = () => {
  let title: string | undefined
  let isTape = false
  return {
    /** Resets the state at the beginning of a report. */
    begin: (): void => {
      title = undefined
      isTape = true
    },
    /** Takes a plan; one that comes before the tests is not tape's. */
    planned: (): void => {
      title = undefined
      isTape = false
    },
    /** Takes a line below this test that has no meaning in TAP. */
    see: (text: string, test: TapTest | undefined): void => {
      if (isTape && text.startsWith('# ') && (!test || test.point.ok || test.diagnosis))
        title = text.slice(2, longest).trim()
    },
    of: ({ point: { dashed }, depth }: Pick<TapTest, 'point' | 'depth'>): string | undefined =>
      dashed || depth > 0 ? undefined : title,
  }
}

const longest = 1000
