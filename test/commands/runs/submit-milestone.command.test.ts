import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
  await writeFile(join(world.folder, 'r.xml'), '<testsuite><testcase name="logs in"/></testsuite>')
})
afterEach(() => world.remove())

const submit = (flags: string) => `testctl runs submit r.xml -p WEB --name CI --reuse ${flags}`

test('a run that was there before, outside the milestone, is said, with the line that moves it', async () => {
  await world.prints(submit(''))
  const { stderr, exitCode } = await world.type(submit("--milestone 'Release 1.0'"))
  const said = /^warning: WEB-R8 was there before and is not in that milestone; to move it: (testctl .*)\n$/
  expect({ stderr, exitCode }).toEqual({ stderr: expect.stringMatching(said), exitCode: 0 })
  await world.prints(said.exec(stderr)?.[1] ?? '')
  await world.prints(submit("--milestone 'Release 1.0'"))
})

test('of jobs that share a run and a milestone none warns', async () => {
  for (const milestone of ['M1', 'M1']) await world.prints(submit(`--milestone ${milestone}`))
})
