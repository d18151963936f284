import { expect, test } from 'vitest'
import { readMarkdownFile } from '../../../src/cases/markdown/read.ts'
import { writeMarkdown } from '../../../src/cases/markdown/write.ts'
import { parseYaml, parseYamlList } from '../../../src/cases/yaml/parse.ts'

const steps = (line: string) => `# a\n\n## Steps\n\n1. go\n${line}\n`

test.each([
  ['dashes', '- '.repeat(60)],
  ['numbers', '1. '.repeat(60)],
  ['all of them', '- > 1) * '.repeat(15)],
])('a line that begins with very many marks is named, and nothing of it is read: %s', (_, marks) => {
  expect(readMarkdownFile(`---\ncase: WEB-C1\n---\n\n${steps(`   ${marks}x`)}`)).toEqual({
    kind: 'problems',
    problems: [{ line: 10, rule: 'unreadable', message: 'it is nested too deeply: it begins with 50 marks or more' }],
  })
})

test.each([
  ['a rule of dashes', '- '.repeat(60)],
  ['a rule of stars', '* * '.repeat(30)],
  ['49 marks', `${'- '.repeat(49)}x`],
  ['signs without space', '-'.repeat(60)],
])('a line of a case is as it was: %s', (_, line) => {
  const text = `# a\n\n## Preconditions\n\nb\n\n${line.trim()}\n\nc\n`
  expect(readMarkdownFile(text)).toMatchObject({ content: { preconditions: `b\n\n${line.trim()}\n\nc` } })
})

test('a case of the service with such a line is written to a file, and comes back', () => {
  const content = { name: 'a', preconditions: `b\n${'- '.repeat(100)}x`, steps: [], customFields: {} }
  expect(readMarkdownFile(writeMarkdown(content))).toMatchObject({ kind: 'case', content })
})

test.each([
  ['lists in a line', '['.repeat(100_000)],
  ['maps in a line', '{a: '.repeat(100_000)],
  ['items in a line', `${'- '.repeat(100_000)}a`],
  ['keys in a line', `${'? '.repeat(100_000)}a`],
])('YAML that is nested very deeply is refused, and its line is named: %s', (_, text) => {
  const problem = { line: 2, message: 'it is nested too deeply' }
  expect(parseYamlList(`- a\n${text}`)).toEqual({ problem })
  expect(parseYaml(`b: 1\n${text}`)).toEqual({ problem })
})

test('brackets, dashes and colons that are text of YAML are no levels', () => {
  const texts = ['['.repeat(100), '- '.repeat(100), '{'.repeat(100), ': '.repeat(100)]
  const parsed = parseYamlList(`${texts.map((text) => `- '${text}'\n- |\n  ${text}\n`).join('')}# ${texts[0]}\n`)
  expect(parsed).toMatchObject({ items: texts.flatMap((text) => [{ value: text }, { value: `${text}\n` }]) })
})

test.each([
  ['a line each', '- name: a\n  preconditions: b\n'],
  ['lines that end with a carriage return', '- name: a\r\n  preconditions: b\r\n'],
  ['texts of several lines, and nothing between them', '- name: |-\n    a\n  preconditions: |\n    b\n'],
  ['the same with carriage returns', '- name: |-\r\n    a\r\n  preconditions: >\r\n    b\r\n'],
])('a long YAML is nested no more deeply than a short one: %s', (_, item) => {
  const items = Array.from({ length: 200 }, () =>
    expect.objectContaining({ value: expect.objectContaining({ name: 'a' }) }),
  )
  expect(parseYamlList(item.repeat(200))).toMatchObject({ items })
})
