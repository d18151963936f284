import type { Step } from '../../contract/models.ts'

/** Formats the value of a field for people. */
export const textOfField = (value: unknown): string => {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every(isStep))
    return value
      .map(({ action, expectation }, at) => `${at + 1}. ${action}${expectation === '' ? '' : ` => ${expectation}`}`)
      .join('\n')
  return JSON.stringify(value)
}

const isStep = (one: unknown): one is Step => typeof one === 'object' && one !== null && 'action' in one

/** Merges two texts as `git diff --word-diff` does: words of the first alone as [-so-], words of the second alone as {+so+}. */
export const wordDiff = (before: string, after: string): string => {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const start = commonStart(old, now)
  const end = commonStart(old.slice(start).reverse(), now.slice(start).reverse())
  const middle = between(old.slice(start, old.length - end), now.slice(start, now.length - end))
  return [...old.slice(0, start), ...middle, ...old.slice(old.length - end)].join('')
}

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

const commonStart = (some: readonly string[], others: readonly string[]): number => {
  const at = some.findIndex((word, index) => word !== others[index])
  return at < 0 ? Math.min(some.length, others.length) : at
}

// Uses the longest common subsequence, unless that is too much work: long texts are marked as a whole.
const between = (old: readonly string[], now: readonly string[]): string[] => {
  if (old.length * now.length > mostWork) return marked(old, now)
  const lengths = old.map(() => new Uint32Array(now.length + 1))
  lengths.push(new Uint32Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i]![j] =
        old[i] === now[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  const parts: string[] = []
  let [i, j, gone, come] = [0, 0, [] as string[], [] as string[]]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      for (const part of marked(gone, come)) parts.push(part)
      parts.push(old[i]!)
      ;[i, j, gone, come] = [i + 1, j + 1, [], []]
    } else if (j >= now.length || (i < old.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) gone.push(old[i++]!)
    else come.push(now[j++]!)
  }
  return [...parts, ...marked(gone, come)]
}

const mostWork = 4_000_000

const marked = (gone: readonly string[], come: readonly string[]): string[] => [
  ...(gone.length > 0 ? [`[-${gone.join('')}-]`] : []),
  ...(come.length > 0 ? [`{+${come.join('')}+}`] : []),
]
