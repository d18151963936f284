import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMarkdownBody } from '../../../src/cases/markdown/body.ts'
import { readPlainBody } from '../../../src/cases/markdown/plain-body.ts'
import { writeMarkdown } from '../../../src/cases/markdown/write.ts'
import { examples } from '../../helpers/soak.ts'

// The fast path without a Markdown parser gives the same result as the parser.

const words = [
  'Open',
  ' ',
  'the page',
  '"x"',
  '(',
  ')',
  ':',
  '=>',
  '1.',
  '2)',
  '-',
  '+',
  '~',
  '---',
  '===',
  '&amp;',
  '$',
  '!',
  '\n',
  '\n\n',
  '\n\n\n',
  '  ',
  '\t',
  '%',
  'é',
  '漢',
  '\u00a0',
  '\u2028',
  '\u0085',
  'Expected:',
  '*',
  '`',
  '<',
  '#',
  '**Expected:** ',
  '\n   ',
  '\n1. ',
  '\n2. ',
  '\n\n## Steps\n\n',
  '\n\n## Preconditions\n\n',
  'http://a.b',
]
const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(''))
const plain = fc
  .array(fc.constantFrom('Open', 'the', 'page', 'now', 'é'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(' '))
const either = fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: text })
const body = fc
  .record({
    name: either,
    preconditions: either,
    steps: fc.array(fc.record({ action: either, expectation: either }), { maxLength: 12 }),
  })
  .map(({ name, preconditions, steps }) =>
    [
      `\n# ${name}\n`,
      preconditions && `\n## Preconditions\n\n${preconditions}\n`,
      '\n## Steps\n\n',
      ...steps.map(
        ({ action, expectation }, at) =>
          `${at + 1}. ${action}\n${expectation && `${' '.repeat(`${at + 1}. `.length)}**Expected:** ${expectation}\n`}`,
      ),
    ].join(''),
  )

test('both readers agree', () => {
  let plainly = 0
  fc.assert(
    fc.property(body, (one) => {
      const read = readPlainBody(one)
      if (read) expect({ one, ...read }).toEqual({ one, ...readMarkdownBody(one), problems: [] })
      plainly += read ? 1 : 0
    }),
    examples(300),
  )
  expect(plainly).toBeGreaterThan(10)
})

test('an ordinary case is read so', () => {
  const steps = [
    { action: 'Open the page', expectation: 'The form is shown' },
    { action: 'Close it', expectation: '' },
  ]
  const written = writeMarkdown(
    { name: 'logs in', preconditions: 'A user\nexists.', steps, customFields: { a: 1 } },
    'WEB-C1',
  )
  expect(readPlainBody(written.split('---\n')[2]!)).toEqual({
    name: 'logs in',
    preconditions: 'A user\nexists.',
    steps,
    stepLines: [11, 13],
    problems: [],
  })
})
