import { describe, expect, test } from 'vitest'
import { pageUrlOf } from '../../../src/config/page-url.ts'
import { toBadge } from '../../../src/runs/export/badge.ts'
import { toGitlab } from '../../../src/runs/export/gitlab.ts'
import { toMarkdown } from '../../../src/runs/export/markdown.ts'
import { toSlack, toTeams } from '../../../src/runs/export/messages.ts'
import { reportOfRun } from '../../../src/runs/report/run-report.ts'
import { runWith } from '../report/reported.ts'

const many = Array.from({ length: 12 }, () => ({ result: 'failed' as const, comments: ['no money'] }))
const report = reportOfRun(runWith([{ result: 'passed' }, ...many]))
const hostile = (text: string) =>
  reportOfRun(
    runWith([{ result: 'failed', name: text, comments: [text], identifiers: [text] }], { run: text, name: text }),
  )

/** Returns the texts of a payload with their types. */
const textsIn = (value: unknown): { type: unknown; text: string }[] => {
  if (typeof value !== 'object' || value === null) return []
  const { type, text } = value as { type?: unknown; text?: unknown }
  return [...(typeof text === 'string' ? [{ type, text }] : []), ...Object.values(value).flatMap(textsIn)]
}

test('a message has the sentence, the counts and the first ten failures', () => {
  for (const payload of [toSlack(report), toTeams(report)]) {
    const text = textsIn(JSON.parse(payload))
      .map((piece) => piece.text)
      .join('')
    expect(text).toContain('12 of 13 failed.')
    expect(text).toContain('1 passed, 12 failed')
    expect(text).toContain('✗ WEB-T11 test 11: no money')
    expect(text).toContain('… and 2 more')
    expect(text).not.toContain('WEB-T12')
  }
})

test.for(['<!channel> & <@U1>', '*bold* [x](javascript:alert(1))', '\u202e\u0007', 'x'.repeat(100_000), '\ud800'])(
  'a name is text in a message, and no longer than it takes: %j',
  (text) => {
    const slack = toSlack(hostile(text))
    const [notification, ...blocks] = textsIn(JSON.parse(slack))
    expect(notification?.text).not.toMatch(/[<>\u202e\u0007]/)
    expect(blocks.every(({ type, text: own }) => /^(plain_text|text)$/.test(String(type)) && own.length <= 3000)).toBe(
      true,
    )
    const teams = textsIn(JSON.parse(toTeams(hostile(text))))
    expect(teams.every(({ type }) => type === 'TextRun')).toBe(true)
    expect(Buffer.byteLength(slack)).toBeLessThan(10_000)
    expect(slack.isWellFormed()).toBe(true)
  },
)

describe('where pages are known', () => {
  const pageUrl = pageUrlOf({ webUrl: 'https://tests.example.com/(x)/{identifier}' })!
  const urlsIn = (text: string) => [...text.matchAll(/https:\/\/tests[^"\s)]*/g)].map(([url]) => url)

  test('messages link to the run and to each failure', () => {
    for (const payload of [toSlack(report, pageUrl), toTeams(report, pageUrl), toGitlab(report, pageUrl)]) {
      JSON.parse(payload)
      expect(urlsIn(payload).slice(0, 2)).toEqual([
        'https://tests.example.com/%28x%29/WEB-R7',
        'https://tests.example.com/%28x%29/WEB-T2',
      ])
    }
    expect(urlsIn(toSlack(report, pageUrl))).toHaveLength(11)
    expect(urlsIn(toGitlab(report, pageUrl))).toHaveLength(13)
    expect(toMarkdown(report, { pageUrl })).toContain('- [`WEB-T2`](https://tests.example.com/%28x%29/WEB-T2) `test 2`')
  })

  test('an identifier of another service is no more than a part of the address', () => {
    for (const text of ['x](javascript:alert(1))', '"><img src=x>', '../../evil?#', 'a b\n`', '\ud800'])
      for (const payload of [
        toSlack(hostile(text), pageUrl),
        toTeams(hostile(text), pageUrl),
        toMarkdown(hostile(text), { pageUrl }),
      ])
        for (const url of urlsIn(payload)) expect(url).toMatch(/^https:\/\/tests\.example\.com\/%28x%29\/[\w%.!'*~-]*$/)
  })

  test('an address with letters of any script is one of ASCII in a link', () => {
    const urlOf = pageUrlOf({ webUrl: 'https://tests.example.com/ä💳/{identifier}' })!
    expect(urlOf('WEB-R7')).toBe('https://tests.example.com/%C3%A4%F0%9F%92%B3/WEB-R7')
  })

  test('without them there are no links', () => {
    for (const payload of [toSlack(report), toTeams(report), toMarkdown(report)])
      expect(payload).not.toContain('://tests')
    expect(JSON.parse(toGitlab(report, undefined))).toEqual({ testctl: [] })
  })
})

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
