import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, root, type World } from '../helpers/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.remove())

test.each(['--version --json', '-V --json', '--json --version'])(
  'testctl %s says how it was installed and on what it runs',
  async (words) => {
    expect(JSON.parse((await world.type(`testctl ${words}`)).stdout)).toMatchObject({
      version: expect.stringMatching(/^\d/),
      installation: 'clone',
      path: root,
      runtime: `Node.js ${process.versions.node}`,
    })
  },
)

test('with --ndjson it is one line', async () => {
  expect((await world.type('testctl --version --ndjson')).stdout).toMatch(/^\{.*\}\n?$/)
})
