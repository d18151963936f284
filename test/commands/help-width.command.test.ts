import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { topicNames } from '../../src/docs/topics/names.ts'
import { root } from '../completions/tree.ts'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeAll(async () => {
  world = await createSeededWorld()
})
afterAll(() => world.remove())

const pathsBelow = (command: Command, path: string[] = []): string[] => [
  `${path.join(' ')} --help`.trim(),
  ...command.commands.flatMap((one) => pathsBelow(one, [...path, one.name()])),
]
const pages = [...pathsBelow(root), ...topicNames.map((name) => `help ${name}`)]

/** Whether a line is longer than `width`, although it could break earlier between two words outside quotes. */
const couldBeShorter = (line: string, width: number): boolean =>
  line.length > width &&
  /\S /.test(
    line
      .trimStart()
      .replace(/ \\$/, '')
      .replace(/'[^']*'|"[^"]*"/g, (text) => 'x'.repeat(text.length))
      .slice(0, width - 2),
  )

describe('a help page follows the width of the terminal, from 40 to 100 columns', () => {
  test.each([
    [40, 40],
    [60, 60],
    [80, 80],
    [100, 100],
    [20, 40],
    [300, 100],
  ])('at %i columns no line is longer than %i, and no word is broken', async (terminal, width) => {
    const wrong: string[] = []
    for (const page of pages) {
      const text = await world.prints(`testctl ${page}`, { terminal })
      wrong.push(...text.split('\n').filter((line) => couldBeShorter(line, width) || /[a-z]-( [a-z]|$)/.test(line)))
    }
    expect(wrong).toEqual([])
  })

  test('an example that is too long goes on in the next line, between two words', async () => {
    expect(await world.prints('testctl tests set --help', { terminal: 40 })).toContain(
      '  testctl tests set WEB-T1 WEB-T2 \\\n      WEB-T3 failed\n',
    )
  })
})

test('examples stand right after the usage and what the command does', async () => {
  expect(await world.prints('testctl cases get --help')).toMatch(/^Usage: .*\n\n.*\n\nExamples:\n {2}testctl cases get/)
})

test('the flags of all commands are one line of each page, and a topic of their own', async () => {
  const page = await world.prints('testctl cases list --help')
  expect(page.match(/^Global flags: .*testctl help flags$/gm)).toHaveLength(1)
  expect(page).not.toContain('--ndjson')
  expect(await world.prints('testctl help flags')).toContain('  --ndjson ')
})

test('the page of runs submit fits into two screens', async () => {
  expect((await world.prints('testctl runs submit --help')).trimEnd().split('\n').length).toBeLessThanOrEqual(48)
})
