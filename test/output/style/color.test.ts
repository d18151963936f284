import { expect, test } from 'vitest'
import { wantsColor } from '../../../src/output/style/color.ts'
import { chooseSymbols } from '../../../src/output/style/symbols.ts'
import { aTest, see } from '../sights.ts'

test.each([
  ['a terminal', undefined, {}, true, true],
  ['a pipe', undefined, {}, false, false],
  ['a dumb terminal', undefined, { TERM: 'dumb' }, true, false],
  ['a terminal with NO_COLOR', undefined, { NO_COLOR: '1' }, true, false],
  ['a terminal with an empty NO_COLOR', undefined, { NO_COLOR: '' }, true, true],
  ['a pipe with FORCE_COLOR', undefined, { FORCE_COLOR: '1' }, false, true],
  ['a terminal with FORCE_COLOR=0', undefined, { FORCE_COLOR: '0' }, true, false],
  ['a pipe with CLICOLOR_FORCE', undefined, { CLICOLOR_FORCE: '1' }, false, true],
  ['NO_COLOR against FORCE_COLOR', undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ['--color always against NO_COLOR', 'always', { NO_COLOR: '1' }, false, true],
  ['--color never against FORCE_COLOR', 'never', { FORCE_COLOR: '1' }, true, false],
  ['--color auto', 'auto', {}, true, true],
] as const)('%s', (_, choice, env, isTTY, colored) => {
  expect(wantsColor({ choice, env, stream: { isTTY } })).toBe(colored)
})

test.each([
  [{ LANG: 'de_DE.UTF-8' }, '✓'],
  [{ LANG: 'C.utf8' }, '✓'],
  [{ LANG: 'C' }, '+'],
  [{}, '+'],
  [{ LC_ALL: 'C', LANG: 'C.UTF-8' }, '+'],
  [{ LC_CTYPE: 'C.UTF-8', LANG: 'C' }, '✓'],
  [{ LC_ALL: '', LANG: 'C.UTF-8' }, '✓'],
])('in the locale %j a passed test is marked %s', (env, sign) => {
  expect(chooseSymbols({ env, platform: 'linux' }).passed).toBe(sign)
})

test('a result has its colour, and nothing but colours is sent', async () => {
  const { out } = await see({ terminal: 80, color: 'always' }, (printer) =>
    printer.list('tests', [aTest(1, { result: 'passed' }), aTest(2, { result: 'failed', name: '\u001b[2J' })]),
  )
  expect(out).toContain('\u001b[32m✓ passed\u001b[39m')
  expect(out).toContain('\u001b[31m✗ failed\u001b[39m')
  expect(out.replaceAll(new RegExp(String.raw`\u001b\[\d+m`, 'g'), '')).not.toContain('\u001b')
})

test('where colours are off what makes them is not even loaded', async () => {
  const { out, loaded } = await see({ terminal: 80 }, (printer) => printer.list('tests', [aTest(1)]))
  expect(out).not.toContain('\u001b')
  expect(loaded).toEqual(['screen'])
})

test('what measures emoji is loaded where there are any', async () => {
  const print = async (name: string) =>
    (await see({ terminal: 80 }, (printer) => printer.list('tests', [aTest(1, { name, result: 'passed' })]))).loaded
  expect(await print('Zürich 日本語')).toEqual(['screen'])
  expect(await print('a coder 👩‍💻')).toEqual(['screen', 'ruler'])
})

test('a table in ASCII where the locale is', async () => {
  const { out } = await see({ terminal: 40, env: { LANG: 'C' } }, (printer) =>
    printer.list('tests', [aTest(1, { result: 'inProgress', name: 'A name that is too long for it' })]),
  )
  expect(out).toMatch(/^[ -~\n]*$/)
  expect(out).toContain('> in progress')
})
