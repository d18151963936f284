import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scripts } from '../../../src/completions/shells/index.ts'

const folder = resolve(import.meta.dirname, '../../../completions')

// `npm test -- -u` writes these files anew.
for (const [shell, file] of Object.entries({
  bash: 'testctl.bash',
  zsh: '_testctl',
  fish: 'testctl.fish',
  powershell: 'testctl.ps1',
} as const))
  test(`completions/${file} is what testctl completion ${shell} prints`, async () => {
    await expect(scripts[shell as keyof typeof scripts]).toMatchFileSnapshot(resolve(folder, file))
  })

// Only the text is checked, because these tests have no PowerShell to run it in.
describe('the script of PowerShell', () => {
  test('closes every string and bracket that it opens', () => expect(unclosed(scripts.powershell)).toBe(''))

  test('is ASCII, which every PowerShell reads alike', () => expect(scripts.powershell).toMatch(/^[\n\x20-\x7e]*$/))

  test('has nothing that a typed word could be evaluated by', () =>
    expect(scripts.powershell).not.toMatch(/Invoke-Expression(?!\n)|\biex\b|ExpandString|\[scriptblock\]/i))

  test.each(["'", '"', '{', '(', "'a' '", '@(('])('the check sees an open %s', (text) =>
    expect(unclosed(text)).not.toBe(''),
  )
})

/** Returns the brackets and quotes that are still open at the end of a script. */
const unclosed = (script: string): string => {
  const closing: Record<string, string> = { '(': ')', '{': '}', '[': ']' }
  // Matches a string, in which a quote is doubled or follows a backtick; or a comment; or one character.
  const pieces = script.matchAll(/'(?:[^']|'')*'|"(?:[^"`]|`[^]|"")*"|#.*|[^]/g)
  return [...pieces].reduce((open, [piece]) => {
    if (piece === "'" || piece === '"') return `${open}${piece}`
    if (closing[piece]) return `${open}${closing[piece]}`
    if (!/^[)}\]]$/.test(piece)) return open
    return open.endsWith(piece) ? open.slice(0, -1) : `${open}${piece}`
  }, '')
}
