import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHtml } from '../../../../src/runs/export/html/index.ts'
import { reportScript } from '../../../../src/runs/export/html/script.ts'
import { reportOfRun } from '../../../../src/runs/report/run-report.ts'
import { runWith } from '../../report/reported.ts'

const pageOf = (text: string): string =>
  toHtml(
    reportOfRun(
      runWith(
        [
          {
            result: 'failed',
            name: text,
            assignedTo: text,
            updatedBy: text,
            comments: [text],
            steps: [text],
            section: text,
          },
          { result: 'passed', name: text, assignedTo: text, section: text },
          { result: 'inProgress', name: text, assignedTo: text },
          { result: 'untested', name: text, identifiers: [text] },
        ],
        { name: text },
      ),
      {
        since: runWith([{ result: 'passed' }], { run: 'WEB-R6', name: text }),
        facts: { createdBy: text, version: '1' },
      },
    ),
  ).join('')

/** Returns the tags of a page without the values of their attributes, which is how a browser sees its structure. */
const tagsIn = (page: string): string[] => [...page.replace(/"[^"]*"/g, '""').matchAll(/<[^>]*>/g)].map(([tag]) => tag)

const script = /<script>([^]*?)<\/script>/

test('the same run gives the same bytes', () => {
  expect(pageOf('logs in')).toBe(pageOf('logs in'))
})

test('nothing is loaded, and its own policy allows its style and its script alone', () => {
  const page = pageOf('logs in')
  expect(page).not.toMatch(/ (src|srcset|action|ping|style|on\w+)=/)
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
  const hashOf = (text = '') => `&#39;sha256-${createHash('sha256').update(text).digest('base64')}&#39;`
  expect(policy).toBe(
    `default-src &#39;none&#39;; style-src ${hashOf(/<style>([^]*?)<\/style>/.exec(page)?.[1])}; script-src ${hashOf(script.exec(page)?.[1])}; base-uri &#39;none&#39;; form-action &#39;none&#39;`,
  )
})

test('the script has five kilobytes at most', () => {
  expect(Buffer.byteLength(reportScript)).toBeLessThanOrEqual(5000)
})

describe('whatever a name or a comment holds stays a text', () => {
  const plain = tagsIn(pageOf('x'))

  test.for([
    '</script><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    '</title></style><b>',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '[click](javascript:alert(1)) ![](x)',
    '&lt;b&gt;&#60;b&#62;',
    '\u0000\u001b[31m\u202e\u200b\u2066',
    '<!--',
    ']]>',
    '\ud800',
  ])('%j', (text) => expect(tagsIn(pageOf(text))).toEqual(plain))

  test('any text at all', () => {
    const text = fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', 'a', ' ', '`', '\u202e', '\n') })
    fc.assert(
      fc.property(text, (some) => {
        expect(tagsIn(pageOf(`x${some}`))).toEqual(plain)
      }),
    )
  })

  test.for(['نمی\u200cخواهم', 'क्\u200dष', '👨‍👩‍👧‍👦', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'])(
    '%s is written as it is',
    (text) => {
      const page = pageOf(text)
      expect(page).toContain(`<bdi>${text}</bdi>`)
      expect(page).toContain(`<pre>${text}</pre>`)
    },
  )

  test('what turns the direction of a text is seen', () => {
    expect(pageOf('a\u202eb')).toContain('<bdi>a\\u202eb</bdi>')
    expect(pageOf('a\u202eb')).not.toContain('\u202e')
  })
})

test('only addresses of the web are links, which tell nothing of the page', () => {
  const page = pageOf('see (https://ci.example.com/1?a=1&b=2). or ftp://x or javascript:alert(1) or http://')
  const links = [...page.matchAll(/<a href="([^"#]*)" rel="([^"]*)">/g)].map(([, href, rel]) => [href, rel])
  expect(new Set(links.map(String))).toEqual(
    new Set(['https://ci.example.com/1?a=1&amp;b=2,noopener noreferrer nofollow']),
  )
})

test('a text of 100,000 characters is cut, and says so', () => {
  const page = pageOf('😀'.repeat(50_000))
  expect(page).toContain('… (80000 more characters)')
  expect(page.isWellFormed()).toBe(true)
  expect(page.length).toBeLessThan(100_000)
})

test('what changed since another run is listed, and that nothing did is said', () => {
  const since = (result: 'passed' | 'failed') =>
    toHtml(reportOfRun(runWith([{ result }]), { since: runWith([{ result: 'passed' }], { run: 'WEB-R6' }) })).join('')
  expect(since('passed')).toContain('<p>Nothing changed.</p>')
  expect(since('failed')).toContain('1 newly failing')
  expect(since('failed')).not.toContain('Nothing changed')
})

test('a run without a test is a page as well', () => {
  expect(toHtml(reportOfRun(runWith([]))).join('')).toContain('No tests: nothing was tested.')
})
