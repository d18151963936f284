import { expect, test } from 'vitest'
import { readBlocks } from '../../../src/docs/generator/blocks.ts'
import { anchorOf, escapeMarkdown } from '../../../src/docs/generator/markdown.ts'

test.each([
  ['a <tag> | a stroke', String.raw`a \<tag\> \| a stroke`],
  ['TESTCTL_URL *is* `code`', String.raw`TESTCTL\_URL \*is\* \`code\``],
  ['[link](target) {branch}', String.raw`\[link\](target) \{branch\}`],
  ['- no list', String.raw`\- no list`],
  ['1. no list', String.raw`1\. no list`],
  ['# no heading &amp;', String.raw`\# no heading \&amp;`],
  [String.raw`a \ backslash`, String.raw`a \\ backslash`],
])('%s stands in Markdown as it is', (text, written) => expect(escapeMarkdown(text)).toBe(written))

test.each([
  ['testctl tests set', 'testctl-tests-set'],
  ['testctl help exit-codes', 'testctl-help-exit-codes'],
  ['Flags of every command', 'flags-of-every-command'],
])('the heading %s is linked to as %s', (heading, anchor) => expect(anchorOf(heading)).toBe(anchor))

test('the text of a help page: paragraphs flow, what is indented stays', () => {
  const text = '\nOne sentence,\non two lines.\n\nExamples:\n  testctl a\n    more\n\nTyped:\nin bash\n  this\n\n  b\n'
  expect(readBlocks(text)).toEqual([
    { kind: 'text', text: 'One sentence, on two lines.' },
    { kind: 'list', heading: 'Examples', lines: ['testctl a', '  more'] },
    { kind: 'lines', lines: ['Typed:', 'in bash', '  this'] },
    { kind: 'lines', lines: ['b'] },
  ])
})
