import type { List, ListItem } from 'mdast'
import type { Step } from '../../../contract/models.ts'
import { withoutIndent, spanOf, trimBlock } from '../tree.ts'
import { type Marker, markerIn } from './marker.ts'

/** Reads a list item as a step: the action is before the word `Expected`, the expectation after it. */
export const readItem = (text: string, item: ListItem): Step => {
  const [first] = item.children
  if (!first) return { action: '', expectation: '' }
  const { start } = spanOf(first)
  const { end } = spanOf(item)
  const columns = columnOf(text, start)
  const found = findMarker(text, item)
  const action = withoutIndent(text.slice(start, found?.at ?? end), columns)
  return {
    action: trimBlock(action),
    expectation: found ? trimBlock(withoutIndent(text.slice(found.after, end), found.columns ?? columns)) : '',
  }
}

type Found = Marker & { columns?: number }

const findMarker = (text: string, { children }: ListItem): Found | undefined => {
  for (const child of children) {
    const found =
      child.type === 'paragraph' ? markerIn(text, child) : child.type === 'list' ? findNested(text, child) : undefined
    if (found) return found
  }
  return undefined
}

/** Finds `- *Expected Result*: …` as the only item of a list below the action. */
const findNested = (text: string, list: List): Found | undefined => {
  const [paragraph] = list.children[0]?.children ?? []
  if (list.children.length !== 1 || paragraph?.type !== 'paragraph') return undefined
  const marker = markerIn(text, paragraph)
  const { start } = spanOf(paragraph)
  return marker?.at === start
    ? { at: spanOf(list).start, after: marker.after, columns: columnOf(text, start) }
    : undefined
}

const columnOf = (text: string, offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1)
