import { describe, expect, test } from 'vitest'
import { readMarkdown } from '../../../src/cases/markdown/read.ts'
import { writeMarkdown } from '../../../src/cases/markdown/write.ts'

// Conflict markers of git. Without the check, both sides would be sent as one text.

const conflict = (mine: string, theirs: string) => `<<<<<<< HEAD\n${mine}\n=======\n${theirs}\n>>>>>>> topic`
const steps = '## Steps\n\n1. Open\n'

describe('a merge that is not finished is told with its line, and nothing else is', () => {
  test.each([
    ['in a list', 5, `# A\n\n## Preconditions\n\n${conflict('- one', '- two')}\n\n${steps}`],
    ['in a text', 5, `# A\n\n## Preconditions\n\n${conflict('one', 'two')}\n\n${steps}`],
    ['in code', 6, `# A\n\n## Preconditions\n\n\`\`\`\n${conflict('one', 'two')}\n\`\`\`\n\n${steps}`],
    ['in the name', 5, `---\ncase: WEB-C1\n---\n\n${conflict('# A', '# B')}\n\n${steps}`],
    ['in the fields', 4, `---\ncase: WEB-C1\nfields:\n${conflict('  a: b', '  a: c')}\n---\n\n# A\n\n${steps}`],
    ['of Windows, with the base', 3, `# A\r\n\r\n<<<<<<< HEAD\r\n||||||| base\r\n=======\r\n${steps}>>>>>>> topic\r\n`],
  ])('%s', (_, line, text) => {
    const message =
      'a merge of git is not finished here: keep one side, and remove the lines <<<<<<<, ======= and >>>>>>>'
    expect(readMarkdown(text)).toEqual({ kind: 'problems', problems: [{ line, rule: 'merge-conflict', message }] })
  })
})

test('a case about such lines goes into a file and comes back', () => {
  const preconditions = `A file with\n\n${conflict('- one', '- two')}`
  const content = { name: 'Merges', preconditions, steps: [{ action: 'Open', expectation: '' }], customFields: {} }
  expect(readMarkdown(writeMarkdown(content))).toMatchObject({ kind: 'case', content })
})

test('a heading that is underlined is no merge', () => {
  expect(readMarkdown(`# A\n\n## Preconditions\n\n<<<<<<< is how it begins\n\n${steps}`).kind).toBe('case')
})
