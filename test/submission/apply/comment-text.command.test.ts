import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commentOn, wantsComment } from '../../../src/submission/apply/comment-text.ts'
import { isOwn } from '../../../src/runs/comment-marker.ts'
import { marker } from '../../../src/runs/comment-marker.ts'
import { createMask } from '../../../src/submission/mask-secrets.ts'
import { usualPolicy } from '../../../src/submission/plan/policy.ts'
import { outcome } from '../service.ts'
import { character } from '../../helpers/character.ts'

const plain = { mask: (text: string) => text, limit: 4000 }

test('a failure is told with its place, its message and the first lines of its stack', () => {
  const text = Array.from({ length: 40 }, (_, at) => `at line ${at}`).join('\n')
  const failed = { ...outcome('Login › logs in', 'failed'), file: 'login.test.ts', report: 'r.xml', line: 7 }
  const content = commentOn({ outcomes: [{ ...failed, messages: [{ message: 'expected 1 to be 2', text }] }] }, plain)
  const lines = content.split('\n')
  expect(lines.slice(0, 3)).toEqual([
    'Login › logs in — failed (login.test.ts; r.xml:7)',
    'expected 1 to be 2',
    'at line 0',
  ])
  expect(lines.slice(-3)).toEqual(['… (11 more lines)', '', marker])
})

test.each([
  ['alone', { report: '-', line: undefined }, 'a — failed'],
  ['with a line', { report: '-', line: 7 }, 'a — failed'],
  ['but follows a file', { report: '-', line: 7, file: 'a.test.ts' }, 'a — failed (a.test.ts; stdin)'],
])('a report that was piped in is no place to look, %s', (_, place, head) => {
  const content = commentOn({ outcomes: [{ ...outcome('a', 'failed'), ...place }] }, plain)
  expect(content.split('\n')[0]).toBe(head)
})

test('of several results for one test all are listed', () => {
  const content = commentOn({ outcomes: [outcome('a [1]'), { ...outcome('a [2]', 'failed'), error: true }] }, plain)
  expect(content).toMatch(/^a \[1\] — passed.*\n\na \[2\] — failed with an error/)
})

test('a flaky test says so', () => {
  expect(commentOn({ outcomes: [{ ...outcome('a'), flaky: true }] }, plain)).toContain(
    'a — flaky: failed first, then passed',
  )
})

test('escape sequences and secrets are gone', () => {
  const messages = [{ text: '\u001b[31mred\u001b[39m tulip\u0007\r\n\u001b]8;;http://x\u0007link' }]
  const mask = (text: string) => text.replaceAll('tulip', '[masked]')
  const content = commentOn({ outcomes: [{ ...outcome('a', 'failed'), messages }] }, { mask, limit: 4000 })
  expect(content).toContain('red [masked]\n')
  expect(content).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
})

test('a key whose end is missing hides nothing of the next result', () => {
  const key = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEtulip\n'.repeat(50)}-----END RSA PRIVATE KEY-----`
  const failed = (file: string) => ({ ...outcome('a', 'failed'), messages: [{ text: key }], file })
  const options = { ...plain, mask: createMask({}) }
  expect(commentOn({ outcomes: [failed('x.js'), failed('y.js')] }, options).split('\n')).toEqual([
    'a — failed (x.js; report.xml:1)',
    '[masked]',
    '',
    'a — failed (y.js; report.xml:1)',
    '[masked]',
    '',
    marker,
  ])
})

test('however long it is, it is cut to the limit, ends in the marker, and the same results make the same text', () => {
  const message = fc.record({
    message: fc.string({ unit: character }),
    text: fc.string({ unit: character, maxLength: 3000 }),
  })
  fc.assert(
    fc.property(fc.array(message), fc.integer({ min: 100, max: 3000 }), (messages, limit) => {
      const outcomes = [{ ...outcome('a', 'failed'), messages }]
      const content = commentOn({ outcomes }, { ...plain, limit })
      expect(content.length).toBeLessThanOrEqual(limit)
      expect(isOwn(content)).toBe(true)
      expect(content.isWellFormed()).toBe(true)
      expect(commentOn({ outcomes }, { ...plain, limit })).toBe(content)
    }),
  )
})

describe('of results that are together too long', () => {
  const long = (name: string, file: string) => ({
    ...outcome(name, 'failed'),
    messages: [{ message: `${file} is red`, text: `at ${file} `.repeat(80) }],
    file,
  })

  test('the head of each failure stays, and the first message', () => {
    const lines = commentOn({ outcomes: [long('a', 'x.js'), long('a', 'y.js')] }, { ...plain, limit: 600 }).split('\n')
    expect(lines.filter((line) => line.startsWith('a — '))).toEqual([
      'a — failed (x.js; report.xml:1)',
      'a — failed (y.js; report.xml:1)',
    ])
    expect(lines.slice(1, 5)).toEqual(['x.js is red', expect.stringMatching(/^at x\.js at/), '… (cut)', ''])
  })

  test('a head has all lines of its name', () => {
    const outcomes = [long('a\nb', 'x.js'), long('a\nb', 'y.js')]
    const content = commentOn({ outcomes }, { ...plain, limit: 600 })
    expect(content.match(/^a\nb — failed \(.*\)$/gm)).toEqual([
      'a\nb — failed (x.js; report.xml:1)',
      'a\nb — failed (y.js; report.xml:1)',
    ])
  })

  test('the heads stay, and the text says that messages are missing, as far as there is room', () => {
    const outcomes = [long('a', 'x.js'), long('a', 'y.js')]
    const heads = outcomes.map(({ file }) => `a — failed (${file}; report.xml:1)`)
    const least = [...heads, marker].join('\n\n').length
    const whole = commentOn({ outcomes }, { ...plain, limit: 4000 }).length
    for (let limit = least; limit < whole; limit++) {
      const content = commentOn({ outcomes }, { ...plain, limit })
      expect(content.length).toBeLessThanOrEqual(limit)
      expect(content.split('\n').filter((line) => line.startsWith('a — '))).toEqual(heads)
      expect(content.match(/\n… \(cut\)\n/g) ?? []).toHaveLength(limit < least + '\n… (cut)'.length ? 0 : 1)
    }
  })

  test('a failure goes before all that passed, and what is flaky between', () => {
    const passed = Array.from({ length: 100 }, (_, at) => outcome(`a [${at}]`))
    const outcomes = [...passed, { ...outcome('a [x]'), flaky: true }, long('a [y]', 'y.js')]
    const content = commentOn({ outcomes }, { ...plain, limit: 1000 })
    expect(content).toMatch(/^a \[y\] — failed [^]*\n\na \[x\] — flaky[^]*\n\na \[0\] — passed[^]*\n… \(cut\)\n\n\[/)
    expect(content).toHaveLength(1000)
  })
})

describe('which tests get a comment', () => {
  const flaky = { ...outcome('a'), flaky: true }
  test.for([
    ['failed', outcome('a', 'failed'), true],
    ['failed', flaky, true],
    ['failed', outcome('a'), false],
    ['failed', outcome('a', 'skipped'), false],
    ['all', outcome('a'), true],
    ['none', outcome('a', 'failed'), false],
  ] as const)('--comments %s', ([comments, one, wanted]) =>
    expect(wantsComment([one], { ...usualPolicy, comments })).toBe(wanted),
  )
})
