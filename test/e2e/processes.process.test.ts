import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inspect } from '../store/inspection.ts'
import { createMachine, type Machine } from './machine.ts'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(() => machine.remove())

const eight = [1, 2, 3, 4, 5, 6, 7, 8]
const done = { exitCode: 0, stderr: '' }

test('eight processes open a fresh file at once, and each creates its project', async () => {
  const all = await Promise.all(
    eight.map((one) => machine.type(`testctl projects create --name P${one} --identifier P${one}`)),
  )
  for (const seen of all) expect(seen).toMatchObject(done)
  const { projects } = await inspect(join(machine.folder, 'team.db'))
  expect(projects.map(({ identifier }) => identifier).sort()).toEqual(eight.map((one) => `P${one}`))
})

test('eight processes of which one alone can create the same project', async () => {
  const all = await Promise.all(
    eight.map((one) => machine.type(`testctl projects create --name P${one} --identifier P`)),
  )
  expect(all.map(({ exitCode }) => exitCode).sort()).toEqual([0, 5, 5, 5, 5, 5, 5, 5])
})

test('eight processes create and change at once: everything is there, numbered without gaps', async () => {
  await machine.aside('testctl projects create --name Web --identifier WEB')
  const created = await Promise.all(eight.map((one) => machine.type(`testctl cases create -p WEB --name Case-${one}`)))
  for (const seen of created) expect(seen).toMatchObject(done)
  expect(created.map(({ stdout }) => stdout.trim()).sort()).toEqual(eight.map((one) => `WEB-C${one}`))
  await machine.aside('testctl runs create -p WEB --name Nightly --all-cases')
  const changes = (one: number) =>
    `{"test":"WEB-T1","comment":"Comment ${one}"}\n{"test":"WEB-T${one}","result":"passed"}\n`
  const all = await Promise.all(
    eight.flatMap((one) => [
      machine.type('testctl tests set --from -', { stdin: changes(one) }),
      machine.type(`testctl runs create -p WEB --name Run-${one} --all-cases`),
    ]),
  )
  for (const seen of all) expect(seen).toMatchObject(done)
  const { runs, tests } = await inspect(join(machine.folder, 'team.db'))
  expect(runs.map((run) => run.display_id).sort((a, b) => a - b)).toEqual([...eight, 9])
  expect(tests.map((one) => one.display_id)).toEqual(Array.from({ length: 72 }, (_, at) => at + 1))
  expect(tests.slice(0, 8).map(({ result }) => result)).toEqual(eight.map(() => 'passed'))
  expect(JSON.parse(await machine.aside('testctl comments list WEB-T1 --json'))).toHaveLength(8)
})
