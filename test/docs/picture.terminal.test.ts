import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lacks } from '../helpers/programs.ts'
import { root } from '../helpers/world.ts'
import { readScreen } from './picture/screen.ts'
import { columns, recordSession } from './picture/session.ts'
import { drawTerminal } from './picture/svg.ts'

// The picture in the README is what the built program shows today. `npm run docs` draws it anew.

const file = join(root, 'src/docs/terminal.svg')
const title = 'testctl submits a report, compares the run with the one before, and executes a run by hand'

test.skipIf(lacks('script', 'stty', 'tmux'))('the picture of a terminal shows what testctl prints', async () => {
  const drawn = drawTerminal(await recordSession(), { columns, title })
  await expect(drawn).toMatchFileSnapshot(file)
})

test('the picture holds nothing that changes: no date, no time, no id', () => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/\d{4}-\d\d-\d\d|\bago\b|just now|[0-9a-f]{8}-[0-9a-f]{4}/)
})

test('the picture refuses what it could not show', () => {
  expect(readScreen('\u001b[32m✓\u001b[39m done\r\n')).toEqual([
    [
      { text: '✓', styles: ['green'] },
      { text: ' done', styles: [] },
    ],
  ])
  expect(() => readScreen('\u001b[5mblinks')).toThrow('no colour 5')
  expect(() => readScreen('\u001b[2Jcleared')).toThrow('cannot show')
})
