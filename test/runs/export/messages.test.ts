import { expect, test } from 'vitest'
import { toBadge } from '../../../src/runs/export/badge.ts'
import { toSlack, toTeams } from '../../../src/runs/export/messages.ts'
import { reportOfRun } from '../../../src/runs/report/run-report.ts'
import { runWith } from '../report/reported.ts'

const many = Array.from({ length: 12 }, () => ({ result: 'failed' as const, comments: ['no money'] }))
const report = reportOfRun(runWith([{ result: 'passed' }, ...many]))
const hostile = (text: string) =>
  reportOfRun(
    runWith([{ result: 'failed', name: text, comments: [text], identifiers: [text] }], { run: text, name: text }),
  )

/** The texts of a payload, by what kind of text each is. */
const textsIn = (value: unknown): { type: unknown; text: string }[] => {
  if (typeof value !== 'object' || value === null) return []
  const { type, text } = value as { type?: unknown; text?: unknown }
  return [...(typeof text === 'string' ? [{ type, text }] : []), ...Object.values(value).flatMap(textsIn)]
}

test('a message has the sentence, the counts and the first ten failures', () => {
  for (const payload of [toSlack(report), toTeams(report)]) {
    const texts = textsIn(JSON.parse(payload)).map(({ text }) => text)
    expect(texts.join('\n')).toContain('12 of 13 failed.')
    expect(texts.join('\n')).toContain('1 passed, 12 failed')
    expect(texts.join('\n')).toContain('✗ WEB-T11 test 11: no money')
    expect(texts.join('\n')).toContain('… and 2 more')
    expect(texts.join('\n')).not.toContain('WEB-T12')
  }
})

test.for(['<!channel> & <@U1>', '*bold* [x](javascript:alert(1))', '\u202e\u0007', 'x'.repeat(100_000), '\ud800'])(
  'a name is text in a message, and no longer than it takes: %j',
  (text) => {
    const slack = toSlack(hostile(text))
    const [notification, ...blocks] = textsIn(JSON.parse(slack))
    expect(notification?.text).not.toMatch(/[<>\u202e\u0007]/)
    expect(blocks.every((one) => one.type === 'plain_text' && one.text.length <= 3000)).toBe(true)
    const teams = textsIn(JSON.parse(toTeams(hostile(text))))
    expect(teams.every(({ type }) => type === 'TextRun')).toBe(true)
    expect(Buffer.byteLength(slack)).toBeLessThan(10_000)
    expect(slack.isWellFormed()).toBe(true)
  },
)

test.for([
  [[{ result: 'passed' as const }, { result: 'passed' as const }], '✓ 2/2 passed', '#116329'],
  [[{ result: 'passed' as const }, { result: 'failed' as const }], '✗ 1/2 failed', '#a40e26'],
  [[{ result: 'passed' as const }, { result: 'untested' as const }], '◐ 1/2 passed', '#7d4e00'],
  [[], 'no tests', '#57606a'],
] as const)('a badge says it in words, a sign and a colour: %j', ([tests, said, color]) => {
  const badge = toBadge(reportOfRun(runWith(tests)))
  expect(badge).toContain(`aria-label="tests: ${said}"`)
  expect(badge).toContain(`fill="${color}"`)
})

test('a badge holds no markup of a name', () => {
  expect(toBadge(hostile('</title><script>x</script>'))).not.toMatch(/<script|<\/title><s/)
})
