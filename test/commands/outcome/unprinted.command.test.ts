import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// What goes wrong with printing only after the change: it was carried out, and nobody may be told to run it again.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const env = { PATH: process.env['PATH'] ?? '' }
const said = expect.stringMatching(
  /^error: the command was carried out, but its answer could not be printed: jq: .*\n {2}do not run it again; a list or get shows what is there\n$/,
)

describe('a jq expression that fails on the answer of a change', () => {
  test.each([
    'cases create -p WEB --name New --jq .identifier.foo',
    'config set project WEB --jq .name.foo',
    "api projects.create --name New --identifier NEW --icon globe --color red --jq '.project.name.foo'",
  ])('%s', async (line) => {
    expect(await world.type(`testctl ${line}`, { env })).toEqual({ exitCode: 7, stdout: '', stderr: said })
  })

  test('api POST', async () => {
    const line = `testctl api POST /v1/tests/${await world.idOf('WEB-T7')} -f result=failed --jq .test.name.foo`
    expect(await world.type(line, { env })).toEqual({ exitCode: 7, stdout: '', stderr: said })
  })

  test('is a refusal still where nothing was changed', async () => {
    const { exitCode, stderr } = await world.type('testctl cases get WEB-C1 --jq .name.foo', { env })
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/^error: jq: /) })
  })

  test('does not hide what else went wrong', async () => {
    const { exitCode, stderr } = await world.type('testctl tests set WEB-T7 WEB-T999 passed --jq .[].name.foo', { env })
    expect(exitCode).toBe(7)
    expect(stderr).toContain('warning: the command was carried out, but its answer could not be printed: jq: ')
    expect(stderr).toContain('error: 1 of 2 tests ')
  })

  test.each([
    ['serve --store file:./new.db', 2],
    ['demo --file new.db --serve', 7],
  ])('the first key of a new store too: %s', async (line, code) => {
    const typed = { env, cwd: world.folder }
    const { exitCode, stdout, stderr } = await world.type(`testctl ${line} --port 0 --jq .url.foo`, typed)
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' })
    expect(stderr).toMatch(/^warning: the key of the owner of this store is \S{20,}: it is not shown again$/m)
    expect(stderr).toContain('error: ')
  })

  test('a new key is printed all the same, as it is shown only once', async () => {
    const { exitCode, stdout, stderr } = await world.type('testctl keys create --name ci --jq .name.foo', { env })
    expect({ exitCode, stderr }).toEqual({ exitCode: 7, stderr: said })
    expect(stdout).toMatch(/^\S{20,}\n$/)
  })
})
