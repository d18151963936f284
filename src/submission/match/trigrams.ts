/** Normalizes a name for comparison: ignores case, spaces and the signs between words. Keeps only the end of a very long name. */
export const blur = (name: string): string =>
  name
    .slice(-2 * longest)
    .toLowerCase()
    .replace(/[\s›_.:/\\#[\](){}'"-]+/gu, '')
    .slice(-longest)

/** Returns the n-grams of `size` characters in a text with marked edges, each hashed to a number below 65,536. */
export const gramsOf = (text: string, size: number): number[] => {
  const grams: number[] = []
  for (let start = 1 - size; start < text.length; start++) {
    let gram = 0
    for (let at = start; at < start + size; at++) gram = (Math.imul(gram, 8191) + (text.charCodeAt(at) || 1)) | 0
    grams.push((gram ^ (gram >>> 16)) & 0xffff)
  }
  return grams
}

/** Returns the similarity of two blurred names, from 0 to 1: by the pairs of letters that they share, in any order. */
export const likeness = (one: readonly number[], other: readonly number[]): number => {
  const left = new Map<number, number>()
  for (const pair of one) left.set(pair, (left.get(pair) ?? 0) + 1)
  let shared = 0
  for (const pair of other) {
    const count = left.get(pair) ?? 0
    if (count > 0) {
      shared++
      left.set(pair, count - 1)
    }
  }
  return (2 * shared) / (one.length + other.length)
}

const longest = 200
