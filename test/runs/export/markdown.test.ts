import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { marker } from '../../../src/runs/comment-marker.ts'
import { toMarkdown } from '../../../src/runs/export/markdown.ts'
import { reportOfRun } from '../../../src/runs/report/run-report.ts'
import type { RunState } from '../../../src/runs/status/index.ts'
import { runWith } from '../report/reported.ts'
import { stateWith } from '../tests.ts'
import { examples } from '../../helpers/soak.ts'
import { character } from '../../helpers/character.ts'

test('a run is summed up: the verdict, the counts, what failed and why, what was unmatched', () => {
  const remarks = [
    { id: 'c1', content: `Login › pays — failed (report.xml:5)\nexpected 1, got 2\n    at pay.js:3\n\n${marker}` },
  ]
  const state = stateWith({ pay: 'failed', login: 'passed', search: 'untested' }, { remarks, assignedTo: 'ana' })
  const verdict = { met: false, reasons: ['1 test failed', '1 test untested'] }
  const unmatched = [
    { name: 'Shop › ships', report: 'report.xml', line: 9, reason: 'nothing in the run has this name' },
  ]
  expect(toMarkdown(reportOfRun({ ...state, verdict, unmatched }))).toBe(`## \`WEB-R1\` \`Nightly\`

1 of 3 failed; 1 still open.

**The gate is not met:** 1 test failed; 1 test untested.

| passed | failed | in progress | untested | total |
| ---: | ---: | ---: | ---: | ---: |
| 1 | 1 | 0 | 1 | 3 |

<details><summary>1 test failed</summary>

- \`WEB-T1\` \`pay works\` \`(ana)\` \`expected 1, got 2\`

  \`\`\`
  Login › pays — failed (report.xml:5)
  expected 1, got 2
      at pay.js:3
  \`\`\`

</details>

<details><summary>1 result not matched to a test in the run</summary>

- \`Shop › ships\` \`report.xml:9\` \`nothing in the run has this name\`

</details>

<details><summary>1 test untested</summary>

- \`WEB-T3\` \`search works\` \`(ana)\`

</details>
`)
})

test('a comment that says no more than why the test failed is not said again', () => {
  const markdown = toMarkdown(reportOfRun(runWith([{ result: 'failed', comments: ['Ask Ana', ' no money\n'] }])))
  expect(markdown.match(/no money/g)).toHaveLength(1)
  expect(markdown).toContain('Ask Ana')
})

test('a run that meets its gate says so, one without a gate says nothing of it', () => {
  const state = stateWith({ login: 'passed' })
  expect(toMarkdown(reportOfRun({ ...state, verdict: { met: true, reasons: [] } }))).toContain(
    '**The gate is met.**\n\n| passed',
  )
  expect(toMarkdown(reportOfRun(state))).not.toContain('gate')
})

/** Returns Markdown without its code spans, which it finds as CommonMark does. Only the rest can act as markup. */
const withoutCode = (markdown: string): string => {
  let rest = markdown
  let left = ''
  for (;;) {
    const [fence = ''] = /`+/.exec(rest) ?? []
    if (fence === '') return left + rest
    const start = rest.indexOf(fence)
    const after = rest.slice(start + fence.length)
    const end = new RegExp(`(?<!\`)\`{${fence.length}}(?!\`)`).exec(after)?.index
    left += rest.slice(0, start) + (end === undefined ? fence : '§')
    rest = end === undefined ? after : after.slice(end + fence.length)
  }
}

const withTexts = (text: string): RunState => ({
  ...stateWith(
    { pay: 'failed' },
    { name: text, assignedTo: text, remarks: [{ id: 'c', content: `x — failed\n${text}\n${marker}` }] },
  ),
  run: { id: 'run', identifier: undefined, name: text },
  unmatched: [{ name: text, report: text, line: 1, reason: text }],
})

describe('whatever a name or a message holds stays a text', () => {
  const bare = withoutCode(toMarkdown(reportOfRun(withTexts('x'))))

  test.for([
    '| a | b |',
    '<script>alert(1)</script>',
    '</details><img src=x onerror=alert(1)>',
    '[click](https://evil.example)',
    '![](https://evil.example/x.png)',
    'https://evil.example www.evil.example',
    '@octocat please look, #1, GH-1 and :tada:',
    '`',
    '``',
    'a`b``c```d',
    '`` ` ``',
    '`start',
    'end`',
    '\\`',
    '\\',
    'two\nlines\r\n\r\n# heading\u2028more',
    '\u202e\u200b\u0000\u001b[31mred',
    '~~~',
    '```\n```',
    '---',
    '- [ ] task',
    '&lt;b&gt; &#64;x',
    '𝒳'.repeat(1000) + '\ud800',
  ])('%j', (text) => expect(withoutCode(toMarkdown(reportOfRun(withTexts(text))))).toBe(bare))

  test('any text at all', () => {
    const visible = fc.oneof(
      fc.string({ unit: character }),
      fc.string({ unit: fc.constantFrom('`', ' ', '\\', '\n', '|', 'a') }),
    )
    fc.assert(
      fc.property(visible, (text) => {
        const shown = toMarkdown(reportOfRun(withTexts(`x${text}`)))
        expect(withoutCode(shown)).toBe(bare)
        expect(shown).not.toMatch(/[^\P{C}\n\u200c\u200d]/u)
      }),
      examples(25),
    )
  })
})

test('words of Persian and emoji families are written as they are, and what else cannot be seen is left out', () => {
  const text = 'نمی\u200cخواهم 👨‍👩‍👧‍👦 pass\u200dword'
  expect(toMarkdown(reportOfRun(withTexts(text)))).toContain('`نمی\u200cخواهم 👨‍👩‍👧‍👦 password`')
})

test('a summary is cut after so many bytes, the failures last, and says so', () => {
  const long = '`'.repeat(100_000)
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`case ${at}`, 'failed' as const]))
  const remarks = [{ id: 'c', content: `x — failed\n${'\u{1f600}'.repeat(10_000)}` }]
  const state = stateWith(many, { name: long, assignedTo: long, remarks })
  const unmatched = state.tests.map(() => ({ name: long, report: long, line: 1, reason: long }))
  const markdown = toMarkdown(reportOfRun({ ...state, unmatched }))
  const shown = markdown.match(/^- `WEB-T/gm)?.length ?? 0
  expect(shown).toBeGreaterThan(100)
  expect(markdown).toContain(`- … and ${3000 - shown} more\n`)
  expect(markdown).toMatch(/\nThe report was cut here: it is too long.\n$/)
  expect(markdown).not.toContain('results for no test')
  expect(Buffer.byteLength(markdown)).toBeLessThan(1_000_000)
  expect(Buffer.byteLength(markdown)).toBeGreaterThan(900_000)
})

test('no more tests are written than there is room for, and the one that shows it', () => {
  const state = stateWith(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`case ${at}`, 'failed' as const])))
  const written: string[] = []
  const pageUrl = (identifier: string) => `https://x.example/${written.push(identifier)}`
  const markdown = toMarkdown(reportOfRun(state), { most: 5000, pageUrl })
  const shown = markdown.match(/^- \[/gm)?.length ?? 0
  expect(shown).toBeGreaterThan(10)
  // The link to the run is one more, and so is the test that did not fit.
  expect(written).toHaveLength(1 + shown + 1)
})
