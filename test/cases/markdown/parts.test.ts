import { expect, test } from 'vitest'
import { readMarkdownFile } from '../../../src/cases/markdown/read.ts'

const step = (action: string, expectation = '') => ({ action, expectation })
const problemsOf = (file: string) => {
  const read = readMarkdownFile(file)
  return 'problems' in read ? read.problems : []
}

test('steps may have a heading each, and what is expected one below it', () => {
  const file = '# Walks\n\n## Steps\n\n### Step 1\n\ngo\n\n### Expected result\n\nthere\n\n### Step 2\n\nstay\n'
  expect(readMarkdownFile(file)).toMatchObject({
    content: { steps: [step('go', 'there'), step('stay')] },
    stepLines: [5, 13],
    problems: [],
  })
})

test.each([
  ['Preconditions', '# W\n\n## Preconditions\n\na\n\n## Preconditions\n\nb\n', 7],
  ['Expected result', '# W\n\n## Step 1\n\na\n\n## Expected result\n\nb\n\n## Expected result\n\nc\n', 11],
  ['Expected result', '# W\n\n## Expected result\n\nb\n', 3],
  ['Expected result', '---\ncase: WEB-C1\n---\n\n# W\n\n## Expected result\n\nb\n', 7],
])('a second %s, or one of no step, is told by its line', (heading, file, line) => {
  expect(problemsOf(file)).toEqual([
    { line, rule: 'unknown-heading', message: `a second "${heading}" has no place here` },
  ])
})

test('fields without any are none', () => {
  expect(readMarkdownFile('---\nfields:\n---\n# W\n')).toMatchObject({ content: { customFields: {} }, problems: [] })
})

test.each([
  ['name: 5', 'name must be a text: put it in quotes'],
  ['fields: a', 'fields must hold keys'],
  ['steps: [a]', 'steps must be a list of action and expectation, both texts'],
  ['steps: [{ action: a }]', 'steps must be a list of action and expectation, both texts'],
])('what the front matter has in the place of a value is told: %s', (matter, message) => {
  expect(problemsOf(`---\ncase: WEB-C1\n${matter}\n---\n# W\n`)).toEqual([{ line: 3, rule: 'front-matter', message }])
})

test.each([
  ['name', 'name: W', '# W'],
  ['preconditions', 'preconditions: a', '# W\n\n## Preconditions\n\nb'],
  ['steps', 'steps: [{ action: a, expectation: b }]', '# W\n\n## Steps\n\n1. go'],
])('%s that stands in the front matter and below it is told', (field, matter, body) => {
  expect(problemsOf(`---\ncase: WEB-C1\n${matter}\n---\n${body}\n`)).toContainEqual({
    line: 2,
    rule: 'front-matter',
    message: `${field} is both in the front matter and below it`,
  })
})

test('a line case: with nothing behind it is told with what to do', () => {
  const message = 'case is empty: take the line out, and it is a new case'
  expect(problemsOf('---\ncase:\n---\n# W\n')).toEqual([{ line: 2, rule: 'front-matter', message }])
})

test('below a front matter, lines are those of the file', () => {
  const matter = '---\ncase: WEB-C1\n---\n'
  expect(readMarkdownFile(`${matter}# W\n\n## Steps\n\n1. go\n`)).toMatchObject({ stepLines: [8] })
  expect(problemsOf(`${matter}\n## Steps\n\n1. go\n`)).toMatchObject([{ line: 4, rule: 'no-name' }])
})
