import type { RootContent } from 'mdast'
import type { Step } from '../../../contract/models.ts'
import type { FileProblem } from '../../problem.ts'
import { lineOf, writtenTextOf, spanOf, trimBlock } from '../tree.ts'
import { readItem } from './item.ts'
import { markerIn } from './marker.ts'
import { readStepTable } from './table.ts'

/**
 * Reads steps in the notations that people use: a list item for each, with the expectation in it, nested below it or in a paragraph
 * after it; or a table. `lines` has the line of each step. Reports any other text as a problem: it would be lost.
 */
export const readSteps = (text: string, blocks: readonly RootContent[]): ReadSteps => {
  const [steps, lines]: [Step[], number[]] = [[], []]
  const add = (step: Step, line: number): void => {
    steps.push(step)
    lines.push(line)
  }
  const problems: FileProblem[] = []
  for (const block of blocks) {
    const table = block.type === 'paragraph' ? readStepTable(writtenTextOf(text, [block])) : undefined
    const marker = block.type === 'paragraph' ? markerIn(text, block) : undefined
    const last = steps.at(-1)
    if (block.type === 'list') for (const item of block.children) add(readItem(text, item), lineOf(item))
    else if (table) for (const [at, step] of table.entries()) add(step, lineOf(block) + linesOfHead + at)
    else if (marker?.at === spanOf(block).start && last?.expectation === '')
      last.expectation = trimBlock(text.slice(marker.after, spanOf(block).end))
    else if (!isComment(block))
      problems.push({
        line: lineOf(block),
        rule: 'stray-text',
        message: 'this text is no step: make it an item of the list of steps',
      })
  }
  return { steps, lines, problems }
}

type ReadSteps = { steps: Step[]; lines: number[]; problems: FileProblem[] }

// The header row and the delimiter row.
const linesOfHead = 2

/** Whether a block has nothing but HTML comments, which the reader ignores. */
export const isComment = (block: RootContent): boolean => block.type === 'html' && isOnlyComments(block.value)

// Without a pattern: one that repeats takes quadratic time for many comments that never end.
const isOnlyComments = (html: string): boolean => {
  for (let at = 0; at < html.length;) {
    const end = html.startsWith('<!--', at) ? html.indexOf('-->', at + 4) : -1
    if (end < 0) return false
    at = end + 3
    while (/\s/.test(html[at] ?? '')) at++
  }
  return true
}
