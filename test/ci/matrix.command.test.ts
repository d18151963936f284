import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, root, type World } from '../helpers/world.ts'
import { variablesOf } from './step.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
  await world.type('testctl projects create --name Web --identifier WEB')
})
afterEach(() => world.remove())

/** Returns the run name that a page shows for a job in a matrix, with the value of that job in it. */
const nameOn = (page: string, os: string): string => {
  const [name = ''] = /CI [^`']*\$\{\{ matrix\.os \}\}/.exec(readFileSync(join(root, page), 'utf8')) ?? []
  return name.replace('${{ matrix.os }}', os)
}

// On GitHub all jobs of a matrix have the same variables, so the names of their runs must tell them apart.
test.for(['README.md', 'src/docs/ci.md'])(
  'as %s has it, what passed on one system of a matrix on GitHub leaves the failure on another',
  async (page) => {
    const env = variablesOf('a push on GitHub')
    const result = { windows: '<failure message="no"/>', ubuntu: '' }
    const submit = async (os: keyof typeof result) => {
      const report = `<testsuite><testcase name="opens a file">${result[os]}</testcase></testsuite>`
      await writeFile(join(world.folder, `${os}.xml`), report)
      const line = `testctl runs submit ${os}.xml -p WEB --name '${nameOn(page, os)}' --reuse --create-cases`
      return world.type(line, { env })
    }
    for (const os of ['windows', 'ubuntu'] as const) expect(await submit(os)).toMatchObject({ exitCode: 0 })
    const gate = async (os: string) =>
      (await world.type(`testctl runs status -p WEB --name '${nameOn(page, os)}' --gate failed`, { env })).exitCode
    expect([await gate('windows'), await gate('ubuntu')]).toEqual([8, 0])
  },
)

// CircleCI runs failed jobs again in a workflow with another id, and jobs that have passed do not submit again.
test('where CircleCI runs failed jobs again, the gate still judges what the other shards have submitted', async () => {
  const submit = async (build: string, file: string, failure = '') => {
    const report = `<testsuite name="${file}"><testcase name="opens a file">${failure}</testcase></testsuite>`
    await writeFile(join(world.folder, file), report)
    const line = `testctl runs submit ${file} -p WEB --name 'CI {branch} {build}' --reuse --create-cases`
    expect(await world.type(line, { env: variablesOf(build) })).toMatchObject({ exitCode: 0 })
  }
  await submit('CircleCI', 'shard-1.xml', '<failure message="no"/>')
  await submit('CircleCI', 'shard-2.xml', '<failure message="no"/>')
  const again = 'CircleCI, where failed jobs run again, in a workflow of their own'
  await submit(again, 'shard-2.xml')
  const gate = "testctl runs status -p WEB --name 'CI {branch} {build}' --gate failed --json"
  const { exitCode, stdout } = await world.type(gate, { env: variablesOf(again) })
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([8, { results: { total: 2, passed: 1, failed: 1 } }])
})
