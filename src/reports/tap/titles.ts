import type { TapTest } from './test.ts'

/**
 * The titles that tape writes above its assertions, as comments. Comments of others are none: they write their plan first,
 * a dash before each name, or say below a failure what went wrong.
 */
export const createTitles = () => {
  let title: string | undefined
  let isTape = false
  return {
    /** A report begins. */
    begin: (): void => {
      title = undefined
      isTape = true
    },
    /** A plan before the tests is not tape's. */
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
