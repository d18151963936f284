import { expect, test } from 'vitest'
import { lintCases } from '../../src/cases/lint/rules.ts'

const rulesFor = (name: string): string[] => {
  const steps = [{ action: `do\n\t${name}`, expectation: 'see it' }]
  const content = { name, preconditions: '', steps, customFields: {} }
  return lintCases([{ content, place: { file: 'a.md', line: 1 } }]).map(({ rule }) => rule)
}

test.each([
  'نمی\u200cخواهم وارد شوم', // Persian: without the joiner it is another word.
  'क्\u200dष and ക്\u200cഷ',
  'a family 👨‍👩‍👧‍👦, a coder 👩🏽‍💻 and 🏳️‍🌈 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'Zürich 日本語 ❤️ é',
])('%s has no character that cannot be seen', (name) => {
  expect(rulesFor(name)).toEqual([])
})

test.each([
  'pass\u200bword',
  'pass\u200cword',
  'pass\u200dword',
  '日\u200d本',
  'نمی\u200c',
  '\u200cنمی',
  'نمی\u200bخواهم',
  'می\u200fخواهم',
  'user\u202egpj.exe',
  'a\u2066b\u2069',
  'soft\u00adhyphen',
  '\ufeffmark',
  'red\u001b[31m',
  'C1 \u009b',
  'tag\u{e0041}',
  '👨\u200d',
])('%j has a character that cannot be seen', (name) => {
  expect(rulesFor(name)).toEqual(['control-character', 'control-character'])
})
