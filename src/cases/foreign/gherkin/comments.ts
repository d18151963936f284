import type { FeatureFile, GherkinScenario } from './parse.ts'
import { addTo } from '../../../system/maps/add-to.ts'

/**
 * Groups comments by the scenario that they belong to: the one that they are in or before, or the last one at the end of the file. A
 * comment in or before a feature, a rule or a background belongs to none. `parts` are all of these; both are in the order of the file.
 */
export const commentsByScenario = (
  { comments }: Pick<FeatureFile, 'comments'>,
  parts: readonly { lastLine: number; scenario?: GherkinScenario }[],
): Map<GherkinScenario | undefined, { line: number; text: string }[]> => {
  const found = new Map<GherkinScenario | undefined, { line: number; text: string }[]>()
  let at = 0
  for (const { location, text } of comments) {
    while (at < parts.length - 1 && parts[at]!.lastLine < location.line) at++
    addTo(found, parts[at]?.scenario, { line: location.line, text: text.trim() })
  }
  return found
}

/** Returns the last line of a part of a feature. */
export const lastLineOf = (part: unknown): number => {
  if (typeof part !== 'object' || part === null) return 0
  const { location, content } = part as { location?: { line: number }; content?: string }
  const own = (location?.line ?? 0) + (content === undefined ? 0 : content.split('\n').length)
  return Object.values(part).reduce((last: number, one) => Math.max(last, lastLineOf(one)), own)
}
