import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { definition, escapeRoff, paragraph, roffSection, verbatim } from '../../../src/docs/generator/roff.ts'
import { once } from '../../../src/system/async/once.ts'
import { lacks } from '../../helpers/programs.ts'
import { root } from '../../helpers/world.ts'
import { character } from '../../helpers/character.ts'

const folder = join(root, 'src/docs/man')

/** Runs mandoc, which checks pages or shows one, and returns its stdout. */
const read = async (words: readonly string[], input?: string) => {
  const { stdout } = await execa('mandoc', words, { reject: false, ...(input !== undefined && { input }) })
  return stdout
}

/** Returns a page as a reader sees it: without the characters that are struck over, as on a typewriter. */
const shown = async (lines: readonly string[]): Promise<string> =>
  (await read(['-T', 'utf8', '-O', 'width=1000'], ['.TH X 1 "" "" ""', ...lines, ''].join('\n'))).replace(
    /.\u0008/gu,
    '',
  )

describe.skipIf(lacks('mandoc'))('mandoc', () => {
  const pages = readdirSync(folder)
  /** Returns everything that mandoc has against all pages, one line each, which names the page. */
  const remarks = once(async () =>
    (await read(['-T', 'lint', '-W', 'warning', ...pages.map((name) => join(folder, name))])).split('\n'),
  )

  test.each(pages.map((name) => [name]))('has nothing against %s', async (name) => {
    const found = (await remarks()).filter((line) => line.includes(`/${name}:`))
    // Pages have no date, because it would change every day. mandoc reports that for each page, which shows that it has read each.
    expect(found).toEqual([expect.stringContaining('missing date')])
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
    const ways = [paragraph(text), verbatim([text]), definition('x', text), definition(text, 'x')]
    const page = await shown(ways.flatMap((lines, at) => roffSection(`way ${at}`, lines)))
    const sections = page.split(/^WAY \d$/m).slice(1)
    expect(sections).toEqual(ways.map(() => expect.stringContaining(text)))
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
