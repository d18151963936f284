import { expect, test } from 'vitest'
import { readMarkdownFile } from '../src/cases/markdown/read.ts'
import { readForeign } from './cases/foreign/reading.ts'
import { readWhole } from './reports/reading.ts'

// Like hostile-texts.test.ts, for regular expressions that only a whole file reaches.
const much = 1_000_000
const spaces = ' '.repeat(much)

const rows: [string, () => unknown, unknown][] = [
  [
    'a heading of a case with very many spaces in it',
    () => readMarkdownFile(`# a\n\n## Steps${spaces}#b\n`).kind,
    'none',
  ],
  [
    'a name of a case of another system with very many spaces in it',
    async () => (await readForeign(`Name,Action\na${' '.repeat(much / 10)}b,c\n`)).cases[0]?.content.name.length,
    much / 10 + 2,
  ],
  [
    'RSpec: errors of very many empty lines',
    async () => {
      const message = `An error occurred\n${'\n'.repeat(much / 10)}`
      const report = {
        version: '3',
        messages: Array.from({ length: 60 }, () => message),
        examples: [{ description: 'a', status: 'passed' }],
        summary: { errors_outside_of_examples_count: 1 },
      }
      return (await readWhole(JSON.stringify(report))).dropped?.length
    },
    60,
  ],
  [
    'TestNG: a signature that names its priority again and again',
    async () => {
      const method = `<test-method status="PASS" name="a" signature="${'[pri:'.repeat(much / 5)}&#8232;"/>`
      const report = `<testng-results><suite name="s"><test name="t"><class name="c">${method}</class></test></suite></testng-results>`
      return (await readWhole(report)).outcomes.length
    },
    1,
  ],
]

test.each(rows)('%s', async (_, read, found) => {
  expect(await read()).toEqual(found)
})
