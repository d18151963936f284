import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { wantsHyperlinks } from '../../../src/output/style/hyperlinks.ts'
import { aRun, aTest, see } from '../sights.ts'

const terminal = { isTTY: true as const }

test.for([
  [{ TERM_PROGRAM: 'WezTerm' }, true],
  [{ TERM: 'xterm-kitty' }, true],
  [{ VTE_VERSION: '7600' }, true],
  [{ VTE_VERSION: '4200' }, false],
  [{ WT_SESSION: '1' }, true],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM_PROGRAM: 'Apple_Terminal' }, false],
  [{ TERM_PROGRAM: 'vscode', CI: 'true' }, false],
  [{ TERM_PROGRAM: 'vscode', NO_COLOR: '1' }, false],
  [{ VTE_VERSION: '7600', TERM: 'dumb' }, false],
  [{ VTE_VERSION: '7600', TMUX: '/tmp/tmux' }, false],
  [{ FORCE_HYPERLINK: '1', CI: 'true' }, true],
  [{ FORCE_HYPERLINK: '0', TERM_PROGRAM: 'WezTerm' }, false],
] as const)('a terminal with %j shows links: %j', ([env, shows]) => {
  expect(wantsHyperlinks({ env, stream: terminal })).toBe(shows)
})

test('a pipe gets none, unless they are asked for', () => {
  expect(wantsHyperlinks({ env: { TERM_PROGRAM: 'WezTerm' }, stream: {} })).toBe(false)
  expect(wantsHyperlinks({ env: { FORCE_HYPERLINK: '1' }, stream: {} })).toBe(true)
})

const env = { FORCE_HYPERLINK: '1' }
const pageUrl = (identifier: string) => `https://tests.example.com/${identifier}`

test('identifiers of a table are links, and its columns stand where they stood', async () => {
  const rows = [aTest(1, { name: 'Bezahlen 💳' }), aTest(12, { name: 'WEB-T3 is no link here' })]
  const plain = await see({ terminal: 80 }, (printer) => printer.list('tests', rows))
  const linked = await see({ terminal: 80, env, pageUrl }, (printer) => printer.list('tests', rows))
  expect(linked.out).toContain('\u001b]8;;https://tests.example.com/WEB-T12\u001b\\WEB-T12\u001b]8;;\u001b\\   ')
  expect(linked.out.match(/\u001b\]8;;h/g)).toHaveLength(2)
  expect(stripVTControlCharacters(linked.out)).toBe(plain.out)
})

test('a table of more than a screen is streamed with its links', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => aTest(at + 1))
  const plain = await see({ terminal: 80 }, (printer) => printer.list('tests', rows))
  const linked = await see({ terminal: 80, env, pageUrl }, (printer) => printer.list('tests', rows))
  expect(linked.out.match(/\u001b\]8;;h/g)).toHaveLength(300)
  expect(stripVTControlCharacters(linked.out)).toBe(plain.out)
})

test('so is what a page is about, and the first word of a line', async () => {
  const { out } = await see({ terminal: 80, env, pageUrl }, (printer) => printer.item('runs', aRun(7)))
  expect(out).toMatch(/^\u001b\]8;;https:\/\/tests\.example\.com\/WEB-R7\u001b\\WEB-R7/)
  const line = [
    { text: 'WEB-T1', isHandle: true },
    { text: '  WEB-T2 pays', fit: 'cut' as const },
  ]
  const answer = await see({ terminal: 16, env, pageUrl }, (printer) => printer.answer({}, [line]))
  expect(answer.out.match(/\u001b\]8;;h/g)).toHaveLength(1)
  expect(stripVTControlCharacters(answer.out)).toBe('WEB-T1  WEB-T2…\n')
})

test('where no pages are known, nothing is a link', async () => {
  expect((await see({ terminal: 80, env }, (printer) => printer.list('tests', [aTest(1)]))).out).not.toContain('\u001b')
})
