import type { RootContent } from 'mdast'
import type { Step } from '../../contract/models.ts'
import type { FileProblem } from '../problem.ts'
import { type CasePart, partOf } from './headings.ts'
import { isComment, readSteps } from './steps/read.ts'
import { lineOf, parseMarkdown, writtenTextOf, spanOf, trimBlock } from './tree.ts'

/** The parts of a case in Markdown; a part that is missing is undefined. */
export type Body = {
  name: string | undefined
  preconditions: string | undefined
  steps: Step[] | undefined
  /** The line of each step, from 1. */
  stepLines: readonly number[]
  problems: FileProblem[]
}

/** A heading that begins a part, and the content below it. */
type Section = {
  part: CasePart | undefined
  heading: string
  line: number
  from: number
  to: number
  blocks: RootContent[]
}

/** Reads the Markdown of a case. Reports an unknown heading, and text that belongs to no part, as problems: they would be lost. */
export const readMarkdownBody = (body: string): Body => {
  const { text, blocks } = parseMarkdown(body)
  const { title, sections, stray } = divide(text, blocks)
  const problems: FileProblem[] = stray.map((block) => ({
    line: lineOf(block),
    rule: 'stray-text',
    message: 'this text belongs to no part: put it below ## Preconditions or ## Steps',
  }))
  const found: Omit<Body, 'problems' | 'steps' | 'stepLines'> = { name: title, preconditions: undefined }
  let all: Step[] | undefined
  const stepLines: number[] = []
  for (const { part, heading, line, from, to, blocks: below } of sections) {
    const content = trimBlock(text.slice(from, to))
    const last = all?.at(-1)
    if (part === undefined)
      problems.push({
        line,
        rule: 'unknown-heading',
        message: `there is no part ${JSON.stringify(heading)}: use ## Preconditions or ## Steps, and ### in them`,
      })
    else if (part === 'preconditions' && found.preconditions === undefined) found.preconditions = content
    else if (part === 'steps') {
      const { steps, lines, problems: more } = readSteps(text, below)
      all ??= []
      for (const step of steps) all.push(step)
      for (const one of lines) stepLines.push(one)
      for (const problem of more) problems.push(problem)
    } else if (part === 'step') {
      ;(all ??= []).push({ action: content, expectation: '' })
      stepLines.push(line)
    } else if (part === 'expectation' && last?.expectation === '') last.expectation = content
    else
      problems.push({ line, rule: 'unknown-heading', message: `a second ${JSON.stringify(heading)} has no place here` })
  }
  return { ...found, steps: all, stepLines, problems }
}

const divide = (text: string, blocks: readonly RootContent[]) => {
  let title: string | undefined
  const sections: Section[] = []
  const stray: RootContent[] = []
  for (const block of blocks) {
    const open = sections.at(-1)
    const heading = block.type === 'heading' ? writtenTextOf(text, block.children) : ''
    const isTitle = block.type === 'heading' && block.depth === 1 && title === undefined && sections.length === 0
    if (isTitle) title = heading
    else if (block.type === 'heading' && (block.depth <= 2 || isStepHeading(heading, open))) {
      const { start, end } = spanOf(block)
      if (open) open.to = start
      const { length } = text
      sections.push({ part: partOf(heading), heading, line: lineOf(block), from: end, to: length, blocks: [] })
    } else if (open) open.blocks.push(block)
    else if (!isComment(block)) stray.push(block)
  }
  return { title, sections, stray }
}

/** Whether a small heading begins a step or expectation, as tmt writes them; in preconditions it is part of the text. */
const isStepHeading = (heading: string, open: Section | undefined): boolean =>
  open !== undefined && open.part !== 'preconditions' && ['step', 'expectation'].includes(partOf(heading) ?? '')
