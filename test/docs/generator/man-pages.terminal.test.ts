import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { definition, escapeRoff, paragraph, roffSection, verbatim } from '../../../src/docs/generator/roff.ts'
import { lacks } from '../../helpers/programs.ts'
import { root } from '../../helpers/world.ts'
import { character } from '../../helpers/character.ts'

const folder = join(root, 'src/docs/man')

/** What mandoc has against a page, and how it shows it. */
const read = async (words: readonly string[], input?: string) => {
  const { stdout } = await execa('mandoc', words, { reject: false, ...(input !== undefined && { input }) })
  return stdout
}

/** A page as a reader sees it: without the strokes over strokes of a typewriter, and without its margin. */
const shown = async (lines: readonly string[]): Promise<string> =>
  (await read(['-T', 'utf8', '-O', 'width=1000'], ['.TH X 1 "" "" ""', ...lines, ''].join('\n'))).replace(
    /.\u0008/gu,
    '',
  )

describe.skipIf(lacks('mandoc'))('mandoc', () => {
  test.each(readdirSync(folder).map((name) => [name]))('has nothing against %s', async (name) => {
    const found = await read(['-T', 'lint', '-W', 'warning', join(folder, name)])
    // A page that bore a date would differ from day to day.
    expect(found.split('\n').filter((line) => line !== '' && !line.includes('missing date'))).toEqual([])
  })

  test('shows what can be typed as it has to be typed', async () => {
    const page = (await read(['-T', 'utf8', '-O', 'width=200', join(folder, 'testctl-tests.1')])).replace(
      /.\u0008/gu,
      '',
    )
    expect(page).toContain('--dry-run')
    expect(page).toContain('testctl tests list WEB-R7 --result failed --quiet')
    expect(page).toContain("'' for unassigned)")
  })

  test.each([
    String.raw`back\slash \fBnot bold\fR \n \(em \e`,
    '.SH no heading',
    "'so no request",
    `"quotes" 'more' \`ticks\` ^caret ~tilde -dash --double`,
    'an arrow → and an ellipsis …, ü, 漢字, 🙂',
  ])('shows %s', async (text) => {
    for (const lines of [paragraph(text), verbatim([text]), definition('x', text)])
      expect(await shown(roffSection('text', lines))).toContain(text)
    expect(await shown(roffSection('text', definition(text, 'x')))).toContain(text)
  })

  test('shows any text of ASCII, line for line', async () => {
    const line = fc
      .string({ minLength: 1, unit: 'grapheme-ascii' })
      .filter((text) => text.trim() === text && text !== '')
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 20 }), async (lines) => {
        const page = await shown(roffSection('text', verbatim(lines)))
        for (const one of lines) expect(page.split('\n').map((text) => text.trim())).toContain(one)
      }),
      { numRuns: 20 },
    )
  })
})

test('a page is ASCII, whatever it tells', () => {
  fc.assert(fc.property(fc.string({ unit: character }), (text) => /^[\n -~]*$/.test(escapeRoff(text))))
})
