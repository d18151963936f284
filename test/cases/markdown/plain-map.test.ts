import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeMarkdown } from '../../../src/cases/markdown/write.ts'
import { parseAnyYaml, parseYaml } from '../../../src/cases/yaml/parse.ts'
import { readPlainMap } from '../../../src/cases/yaml/plain-map.ts'
import { examples } from '../../helpers/soak.ts'

// Front matter in the layout of testctl is read without the parser of YAML, with the same result. DECISIONS 571

const words = 'case WEB-C1 fields no null true ~ 1 1.10 007 1e3 -3 é 漢 𝒳 ²'.split(' ')
const syntax = [
  ...`:"'#-\t\\!@%[]{}|>,?&*`,
  ' ',
  ': ',
  ' #',
  '- ',
  '\n',
  '\n  ',
  '...',
  '---',
  '\r',
  '\u0085',
  '\u00a0',
  '\ufeff',
]
const any = fc.array(fc.constantFrom(...words, ...syntax), { maxLength: 5 }).map((parts) => parts.join(''))
const word = fc.constantFrom(...words)
const value = fc.oneof(
  word,
  word,
  word,
  word,
  fc.constantFrom('', '""', '"testrail:C1"', '"a # b"', '" "', '"a\\n"'),
  any,
)
const line = fc
  .record({
    indent: fc.constantFrom('', '', '', '  ', '  ', '    '),
    key: fc.oneof(word, word, word, word, word, any),
    value,
  })
  .map(({ indent, key, value }) => `${indent}${key}:${value && ` ${value}`}\n`)
const matter = fc
  .record({ lines: fc.array(line, { maxLength: 4 }), end: fc.constantFrom('', '', '', '', '', 'x', '\n') })
  .map(({ lines, end }) => `${lines.join('')}${end}`)

test('both readers agree', () => {
  let plainly = 0
  fc.assert(
    fc.property(matter, (yaml) => {
      if (readPlainMap(yaml)) plainly += 1
      expect({ yaml, read: parseYaml(yaml) }).toEqual({ yaml, read: parseAnyYaml(yaml) })
    }),
    examples(1000),
  )
  // About 58 of 1,000 are plain: enough that never so few are by chance.
  expect(plainly).toBeGreaterThan(10)
})

test('the front matter of an ordinary case is read so', () => {
  const customFields = {
    source: 'testrail:C22478',
    'Automation type': 'no',
    priority: 3,
    isSlow: true,
    area: 'Cart › Pay',
  }
  const written = writeMarkdown({ name: 'Log in', preconditions: '', steps: [], customFields }, 'WEB-C1')
  expect(readPlainMap(written.split('---\n')[1]!)?.value).toEqual({ case: 'WEB-C1', fields: customFields })
})
