import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { worldsAfter } from '../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'
import { root } from '../../helpers/world.ts'

// A project file with a mistake: a command that needs it changes nothing; a command that does not need it works.

let world: SeededWorld
const makeWorld = worldsAfter(createSeededWorld, async (world) => {
  await world.prints('testctl config set limit 5')
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

const contents = async (): Promise<unknown> => [
  await world.json('testctl keys list', { cwd: root }),
  await world.json('testctl cases list -p WEB', { cwd: root }),
  existsSync(join(world.folder, 'new.db')),
]

describe.each(['{"projct":"WEB"}', '{', '{"url":"https://example.com"}'])('%s', (text) => {
  beforeEach(() => writeFile(join(world.folder, '.testctl.json'), text))

  test.each([
    ['config set project ABC', 'project is ABC (profile default)\n'],
    ['config unset limit', 'limit is no longer set (profile default)\n'],
    ['auth logout --profile default', 'The profile default has no key\n'],
    ['auth profile use default', 'Using the profile default\n'],
    ['auth login --url file:./a.db', expect.stringMatching(/^Stored file:.*a\.db, which needs no key/)],
    ['completion install bash', expect.stringMatching(/^Created /)],
    ['completion install zsh', expect.stringMatching(/^Created /)],
    ['completion bash', expect.stringContaining('complete')],
    ['config path', expect.stringMatching(/config\.json\n$/)],
    ['help flags', expect.stringContaining('--json')],
    ['help flags --csv', expect.stringContaining('--json')],
  ])('%s does its work', async (line, shown) => {
    expect(await world.type(`testctl ${line}`, { cwd: world.folder })).toEqual({
      exitCode: 0,
      stdout: shown,
      stderr: '',
    })
  })

  test.each([
    'keys create --name ci --store file:./team.db',
    'store backup new.db --store file:./team.db',
    'store copy file:./team.db file:./new.db',
    'demo --file new.db',
    'cases create -p WEB --name New',
  ])('%s changes nothing', async (line) => {
    const before = await contents()
    const { exitCode, stderr } = await world.type(`testctl ${line}`, { cwd: world.folder })
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('.testctl.json') })
    expect(await contents()).toEqual(before)
  })
})

test('completion install warns that testctl is not in the PATH all the same', async () => {
  await writeFile(join(world.folder, '.testctl.json'), '{')
  const typed = { cwd: world.folder, env: { PATH: '/nowhere' } }
  const { exitCode, stderr } = await world.type('testctl completion install bash', typed)
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringMatching(/^warning: .*PATH/) })
})
