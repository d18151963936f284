import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../helpers/world.ts'
import { examined } from './examined.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.remove())

describe('Tab', () => {
  test.each(['fish', 'zsh', 'bash'])('is looked for in %s, where an installation puts it', async (shell) => {
    const env = { SHELL: `/usr/bin/${shell}` }
    const missing = await examined(world, env)
    expect(missing.checks['completion']).toMatchObject({ status: 'skipped', hint: 'testctl completion install' })
    await world.type(`testctl completion install ${shell}`)
    const { checks } = await examined(world, env)
    expect(checks['completion']).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(`^${shell} finds it: ${world.folder}/.*testctl`),
    })
  })

  test.each([
    ['a shell finds no testctl', ''],
    ['only what npx started finds it', 'node_modules/.bin'],
  ])('is a warning where %s', async (_, place) => {
    const bin = join(world.folder, place)
    mkdirSync(bin, { recursive: true })
    if (place !== '') writeFileSync(join(bin, 'testctl'), '')
    const env = { SHELL: 'fish', PATH: bin, npm_command: 'exec' }
    const { stderr, exitCode } = await world.type('testctl completion install fish', { env })
    expect({ stderr, exitCode }).toEqual({
      stderr: 'warning: Tab offers nothing while testctl is not in the PATH; npm install -g testctl\n',
      exitCode: 0,
    })
    const { checks } = await examined(world, env)
    expect(checks['completion']).toMatchObject({ status: 'warning', hint: 'npm install -g testctl' })
  })

  test('works where a testctl is in the PATH', async () => {
    writeFileSync(join(world.folder, 'testctl'), '')
    const env = { SHELL: 'fish', PATH: `/nowhere:${world.folder}` }
    expect(await world.type('testctl completion install fish', { env })).toMatchObject({ stderr: '' })
    expect((await examined(world, env)).checks['completion']?.status).toBe('ok')
  })

  test('that somebody else has a file for is a warning, and no more', async () => {
    const place = join(world.folder, '.config/fish/completions')
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'testctl.fish'), 'mine')
    const { checks } = await examined(world, { SHELL: 'fish' })
    expect(checks['completion']?.status).toBe('warning')
  })
})
