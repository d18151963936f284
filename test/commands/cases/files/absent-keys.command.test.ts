import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { worldsAfter } from '../../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// Cases in JSON and YAML without some keys: a missing key leaves its field as it is.

let world: SeededWorld
const makeWorld = worldsAfter(createSeededWorld, async (world) => {
  await world.prints('testctl cases update WEB-C1 --step "one => two" --preconditions ready')
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())
const type = (line: string, stdin?: string) =>
  world.type(`testctl ${line}`, { cwd: world.folder, ...(stdin && { stdin }) })
const kept = { preconditions: 'ready', steps: [{ action: 'one' }], customFields: { weight: expect.any(Number) } }

test.each([
  ['cases.json', '[{"identifier":"WEB-C1","name":"NAME"},{"name":"New"}]'],
  ['cases.ndjson', '{"identifier":"WEB-C1","name":"NAME"}\n{"name":"New"}\n'],
  ['cases.yaml', '- identifier: WEB-C1\n  name: NAME\n- name: New\n'],
])(
  '%s with names alone renames a case, and is written back so; an export brings the other keys again',
  async (name, text) => {
    await world.prints(`testctl cases export ${name} -p WEB`, { cwd: world.folder })
    await writeFile(join(world.folder, name), text.replace('NAME', 'again'))
    expect((await type(`cases import ${name} -p WEB`)).stdout).toContain('+ 1 new  ~ 1 changed (name 1)')
    expect(await world.json('testctl cases get WEB-C1')).toMatchObject({ name: 'again', ...kept })
    expect((await readFile(join(world.folder, name), 'utf8')).match(/preconditions/g)).toHaveLength(1)
    expect((await type(`cases import ${name} -p WEB`)).stdout).toMatch(/ {2}= 2 unchanged\n$/)
    await type(`cases export ${name} -p WEB`)
    expect(await readFile(join(world.folder, name), 'utf8')).toContain('ready')
    expect((await type(`cases import ${name} -p WEB`)).exitCode).toBe(0)
    expect(await world.json('testctl cases get WEB-C1')).toMatchObject({ name: 'again', ...kept })
  },
)

test('what jq leaves out of piped cases stays as it is', async () => {
  const line = 'cases import - -p WEB --ours all'
  expect((await type(line, '{"identifier":"WEB-C1","name":"again"}\n')).stdout).toContain('~ 1 changed (name 1)')
  expect(await world.json('testctl cases get WEB-C1')).toMatchObject({ name: 'again', ...kept })
  expect((await type(line, '{"identifier":"WEB-C1","name":"again","steps":[]}\n')).stdout).toContain('(steps 1)')
  expect(await world.json('testctl cases get WEB-C1')).toMatchObject({ ...kept, steps: [] })
})
