/** The heading of a table column, and how its width may change. */
export type Shape = {
  heading: string
  /** May be cut to fit; any other column is whole or, if it doesn't fit, left out. */
  flexible: boolean
  /** Returns the width that later rows may need, if the first rows needed `width`. */
  room?: ((width: number) => number) | undefined
  /** Left out before the other columns become narrower than `readable`. */
  spare?: boolean | undefined
}

/** Two spaces stand between columns. */
export const gap = 2

/**
 * Fits the wanted widths of columns to a terminal; 0 leaves a column out.
 * First, spare columns on the right make room for readable texts. Then the widest flexible columns shrink. If even that is not
 * enough, columns are left out from the right; the first always stays, and is not cut unless it is flexible. DECISIONS 553
 */
export const fitColumns = (columns: readonly Shape[], wanted: readonly number[], width: number): number[] => {
  let shown = columns.length
  const shortest = (at: number, limit: number) =>
    columns[at]!.flexible ? Math.min(wanted[at]!, columns[at]!.spare ? narrowest : limit) : wanted[at]!
  const least = (limit: number) => wanted.slice(0, shown).reduce((sum, _, at) => sum + gap + shortest(at, limit), -gap)
  while (shown > 1 && columns[shown - 1]!.spare && least(readable) > width) shown--
  while (shown > 1 && least(narrowest) > width) shown--
  const limit = least(readable) > width ? 1 : readable
  const capped = (level: number) =>
    wanted.map((wish, at) => (at < shown ? Math.max(shortest(at, limit), Math.min(wish, level)) : 0))
  // The largest limit of all flexible columns with which the table fits.
  let level = width
  while (level > 1 && sumOf(capped(level)) + gap * (shown - 1) > width) level--
  return capped(level)
}

// A text that is cut shorter is useless.
const narrowest = 8

// A name of this width is mostly recognised.
const readable = 28

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, one) => sum + one, 0)
