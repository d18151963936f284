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

/** The name that a page gives to the run of a job in a matrix, with the value of that job in it. */
const nameOn = (page: string, os: string): string => {
  const [name = ''] = /CI [^`']*\$\{\{ matrix\.os \}\}/.exec(readFileSync(join(root, page), 'utf8')) ?? []
  return name.replace('${{ matrix.os }}', os)
}

// On GitHub all jobs of a matrix have the same variables: their names must tell them apart.
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
