import { expect, test } from 'vitest'
import { readMarkdownFile } from '../../../src/cases/markdown/read.ts'

// Steps as people write them, which differ from the form that testctl writes.

test.each([
  ['below the action', '1. go\n   **Expected:** there'],
  ['in a paragraph of its own in the item', '1. go\n\n   **Expected:** there'],
  ['in a paragraph behind the list', '1. go\n\n**Expected:** there'],
  ['with the colon behind the word', '1. go\n\n*Expected Result*: there'],
  ['in an item of its own', '1. go\n   - **Expected:** there'],
])('what is expected may stand %s', (_, steps) => {
  expect(readMarkdownFile(`# Walks\n\n## Steps\n\n${steps}\n`)).toMatchObject({
    content: { steps: [{ action: 'go', expectation: 'there' }] },
    problems: [],
  })
})

test('a second expectation behind the list is no step, and says so', () => {
  const file = '# Walks\n\n## Steps\n\n1. go\n   **Expected:** there\n\n**Expected:** elsewhere\n'
  expect(readMarkdownFile(file)).toMatchObject({ problems: [{ line: 8, rule: 'stray-text' }] })
})

test.each(['<!-- a -->', '<!-- a --><!-- b -->', '<!-- a -->\n<!-- b\n-->', '<!---->  <!-- - -->'])(
  'comments of HTML, %j, are no text that would be lost',
  (comments) => {
    const file = `${comments}\n\n# Walks\n\n${comments}\n\n## Steps\n\n1. go\n\n${comments}\n`
    expect(readMarkdownFile(file)).toMatchObject({
      content: { steps: [{ action: 'go', expectation: '' }] },
      problems: [],
    })
  },
)

test.each(['<!-- a --> lost', '<!-- a --><b>lost</b>', '<!-- a --> lost <!-- b -->'])(
  'text beside a comment of HTML, %j, is no step, and says so',
  (html) => {
    const file = `# Walks\n\n## Steps\n\n1. go\n\n${html}\n`
    expect(readMarkdownFile(file)).toMatchObject({ problems: [{ line: 7, rule: 'stray-text' }] })
  },
)
