import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openKeyboard } from '../commands/runs/execute/keyboard.ts'
import { createMachine } from '../e2e/machine.ts'
import { serve } from '../e2e/serving.ts'
import { keep } from '../helpers/keep.ts'
import { createWorld } from '../helpers/world.ts'

// A release that is tested by hand: forty cases, a milestone, three testers with a key each, and a table for the manager.

const people = ['ana', 'ben', 'cem']

const cases = [
  'name,step,action,expectation',
  ...Array.from({ length: 40 }, (_, at) => `Case ${at + 1},1,Open page ${at + 1},It is shown`),
].join('\n')

/** Starts a server, with a key for each person. `type` types a line as the owner; `envOf` returns the environment of a person. */
const openTeam = async () => {
  const machine = await createMachine()
  const world = await createWorld()
  keep({ close: () => Promise.all([machine.remove(), world.remove()]) })
  const { url, key } = await serve(machine, '--store file:./team.db')
  const env = { ...world.env, TESTCTL_URL: url, TESTCTL_PROJECT: 'BANK', NO_COLOR: '1' }
  const keys = new Map([['owner', key]])
  // Each person has a separate state folder, as on a separate computer.
  const envOf = (name: string) => ({
    ...env,
    TESTCTL_API_KEY: keys.get(name)!,
    XDG_STATE_HOME: join(world.folder, name),
  })
  const type = async (line: string) => {
    const seen = await world.type(line, { env: envOf('owner') })
    expect({ line, ...seen }).toMatchObject({ line, stderr: '', exitCode: 0 })
    return seen.stdout
  }
  for (const name of people)
    keys.set(name, (await type(`testctl keys create --name ${name} --store file:${machine.folder}/team.db`)).trim())
  return { folder: world.folder, type, envOf }
}

test('forty cases of a spreadsheet are executed by three testers at the same time, and the manager gets a table', async () => {
  const { folder, type, envOf } = await openTeam()
  await writeFile(join(folder, 'cases.csv'), cases)
  await type('testctl projects create --name Bank --identifier BANK')
  await type('testctl cases import cases.csv')
  await type("testctl milestones create --name 'Release 1.0'")
  await type(
    "testctl runs create --name 'Release 1.0 by hand' --all-cases --milestone 'Release 1.0' --assign ana,ben,cem",
  )

  const sessions = people.map((name) =>
    openKeyboard('testctl runs execute R1 --mine --plain', { env: envOf(name), cwd: folder }),
  )
  await Promise.all(sessions.map(({ see }) => see(/all keys\.\n$/)))
  for (const { press } of sessions) press('pfIt stays empty\rpq')
  for (const ended of await Promise.all(sessions.map(({ end }) => end())))
    expect(ended).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('You set 3 tests: 2 passed, 1 failed.'),
    })

  expect(JSON.parse(await type('testctl milestones status M1 --json'))).toMatchObject({
    ready: false,
    results: { total: 40, passed: 6, failed: 3, inProgress: 0, untested: 31 },
  })
  // Each tester's results are their own.
  const set = await type("testctl tests list R1 --result passed,failed --template '{assignedTo} {updatedBy}'")
  expect(set.trimEnd().split('\n').sort()).toEqual(people.flatMap((name) => Array(3).fill(`${name} ${name}`)))

  const table = await type('testctl milestones report M1 --csv --bom --columns identifier,result,assignedTo,message')
  const [header, ...rows] = table.trimEnd().split('\r\n')
  expect(header).toBe('\uFEFFidentifier,result,assignedTo,message')
  expect(rows).toHaveLength(40)
  expect(rows.filter((row) => /,failed,(ana|ben|cem),It stays empty$/.test(row))).toHaveLength(3)
})
