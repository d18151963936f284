/** The heading of a table column, and how its width may change. */
export type Shape = {
  heading: string
  /** May be cut to fit; any other column is whole or, if it doesn't fit, left out. */
  flexible: boolean
  /** Returns the width that later rows may need, if the first rows needed `width`. */
  room?: ((width: number) => number) | undefined
}

/** Two spaces stand between columns. */
export const gap = 2

/**
 * Fits the wanted widths of columns to a terminal; 0 leaves a column out.
 * The widest flexible columns shrink first. If even that is not enough, columns are left out from the right; the first
 * always stays, and is not cut unless it is flexible.
 */
export const fitColumns = (columns: readonly Shape[], wanted: readonly number[], width: number): number[] => {
  let shown = columns.length
  const least = () =>
    columns
      .slice(0, shown)
      .reduce((sum, { flexible }, at) => sum + gap + (flexible ? Math.min(wanted[at]!, narrowest) : wanted[at]!), -gap)
  while (shown > 1 && least() > width) shown--
  const widths = wanted.map((wish, at) => (at < shown ? wish : 0))
  const flexible = columns.flatMap((column, at) => (column.flexible && at < shown ? [at] : []))
  const firm = widths.reduce((sum, one, at) => (flexible.includes(at) ? sum : sum + one), gap * (shown - 1))
  const level = levelOf(
    flexible.map((at) => widths[at]!),
    width - firm,
  )
  for (const at of flexible) widths[at] = Math.max(1, Math.min(widths[at]!, level))
  return widths
}

// A text that is cut shorter is useless.
const narrowest = 8

/** Returns the maximum to which the wanted widths must be capped for all of them to fit. */
const levelOf = (wishes: readonly number[], available: number): number => {
  const rising = [...wishes].sort((one, other) => one - other)
  let left = available
  for (const [at, wish] of rising.entries()) {
    const share = Math.floor(left / (rising.length - at))
    if (wish > share) return share
    left -= wish
  }
  return Infinity
}
