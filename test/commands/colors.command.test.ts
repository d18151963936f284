import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

// Precedence of color settings, for answers and for errors: the flag, the variables, the setting, the terminal.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

type Case = [setting: string, flags: string, env: Record<string, string>, isColoured: boolean]

describe.each<Case>([
  ['always', '', { NO_COLOR: '1' }, false],
  ['never', '', { FORCE_COLOR: '1' }, true],
  ['never', '', { CLICOLOR_FORCE: '1' }, true],
  ['never', '', {}, false],
  ['always', '', { TERM: 'dumb' }, true],
  ['always', '--color never', {}, false],
  ['never', '--color always', { NO_COLOR: '1' }, true],
  ['never', '--color auto', {}, true],
])('the setting %s with %s %j', (setting, flags, env, isColoured) => {
  test.each(['tests list WEB-R7', 'runs get WEB-R99'])('%s', async (line) => {
    await world.prints(`testctl config set color ${setting}`)
    const { stdout, stderr } = await world.type(`testctl ${line} ${flags}`, { env, terminal: 80 })
    expect((stdout + stderr).includes('\u001b[')).toBe(isColoured)
  })
})

test('an answer that goes into a pipe has none, even if they are forced', async () => {
  const env = { FORCE_COLOR: '1' }
  for (const line of ['runs get WEB-R7', 'runs status WEB-R7', 'tests list WEB-R7'])
    expect(await world.prints(`testctl ${line} --color always`, { env })).not.toContain('\u001b')
})
