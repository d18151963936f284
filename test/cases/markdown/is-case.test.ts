import { describe, expect, test } from 'vitest'
import { isAboutRepository } from '../../../src/cases/folder/find.ts'
import { readMarkdownFile } from '../../../src/cases/markdown/read.ts'
import { writeMarkdown } from '../../../src/cases/markdown/write.ts'

// Which Markdown files in a folder are cases, and which are other pages.

test.each(['Logs in', '* Logs in', 'Logs  in ', '# Logs in'])(
  'a case without its identifier is still one, with nothing but a name: %j',
  (name) => {
    const content = { name, preconditions: '', steps: [], customFields: {} }
    const text = writeMarkdown(content, 'WEB-C1')
    expect(readMarkdownFile(text.replace('case: WEB-C1\n', ''))).toMatchObject({ kind: 'case', content })
    expect(readMarkdownFile(text.replace('case: WEB-C1\n', '').replaceAll('\n', '\r\n')).kind).toBe('case')
  },
)

test.each([
  '---\nname: a\ndescription: b\n---\n\n# A\n',
  '---\ntitle: a\n---\n\n# A\n',
  '---\n\n# A\n',
  '# A\n\ntext\n',
  // Jekyll needs front matter, even if it is empty.
  '---\n---\n',
  '---\n---\n\n# A\n\ntext\n',
  '---\n---\n\n{% include a.html %}\n',
  '---\n  title: a\n---\n\n# A\n',
  '---\nname: a\n---\n\ntext\n',
  '# Merges\n\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n```\n',
  '---\ntitle: a\n---\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n',
])('a page of something else is no case: %j', (text) => {
  expect(readMarkdownFile(text)).toEqual({ kind: 'none' })
})

test('two files that git has put into one, and nobody has merged, are told, also without any heading of a case', () => {
  const file = (number: number) => `---\ncase: WEB-C${number}\n---\n\n# Case ${number}\n`
  expect(readMarkdownFile(`<<<<<<< HEAD\n${file(5)}=======\n${file(6)}>>>>>>> topic\n`)).toMatchObject({
    problems: [{ line: 1, rule: 'merge-conflict' }],
  })
})

test('a merge of the name of a case that has nothing else is told', () => {
  expect(readMarkdownFile('---\n---\n\n<<<<<<< HEAD\n# A\n=======\n# B\n>>>>>>> topic\n')).toMatchObject({
    problems: [{ line: 4, rule: 'merge-conflict' }],
  })
})

describe('a page about the repository', () => {
  test.each([
    'README.md',
    'docs/readme.md',
    'README.de.md',
    'README_pt-BR.md',
    'readme-zh_Hant.md',
    'SECURITY.md',
    'license.de.md',
    'README-docker.md',
    'README.es-419.md',
    'readme-old.md',
    'LICENSE-MIT.md',
    'CHANGELOG-1.x.md',
    'CLAUDE.local.md',
  ])('is known by its name: %s', (path) => {
    expect(isAboutRepository(path)).toBe(true)
  })
  test.each(['security-headers.md', 'license-key.md', 'agents-list.md', 'changelog.shown.md', 'readmes.md'])(
    'is no case that is called like one: %s',
    (path) => {
      expect(isAboutRepository(path)).toBe(false)
    },
  )
})
