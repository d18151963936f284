/**
 * What percent signs in a text stand for; undefined where they stand for nothing. The result is always used: the bundler leaves out
 * a call of `decodeURIComponent` that is there for its error alone. TRAPS 28
 */
export const decodePercents = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
