/**
 * Decodes the percent escapes in a text; undefined if one is invalid. The result is always used: the bundler drops a call of
 * `decodeURIComponent` that is there only for its error. TRAPS 28
 */
export const decodePercents = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
