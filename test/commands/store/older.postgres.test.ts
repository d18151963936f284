import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../src/store/migrations.ts'
import { createDatabase, createStore } from '../../helpers/postgres.ts'
import { createWorld } from '../../helpers/world.ts'

test('a database of an earlier version is not called damaged, and the hint names it without its password', async () => {
  const { address, ask } = await createStore()
  const world = await createWorld({ TESTCTL_STORE: 'file:./team.db' })
  onTestFinished(world.remove)
  await world.type(`testctl keys create --name ana --store ${address}`)
  await ask('update testctl_store set version = 2')
  const { exitCode, stdout } = await world.type(`testctl store check --store ${address}`)
  expect(exitCode).toBe(7)
  const [first, second] = stdout.split('\n')
  expect(first).toMatch(/, version 2$/)
  expect(second).toContain(`upgrade it: testctl store migrate --store ${address.replace(/:[^:@]*@/, '@')})`)
})

test('a restore into a database of an earlier version upgrades it only when it replaces it', async () => {
  const { address, ask } = await createDatabase()
  const world = await createWorld({ TESTCTL_STORE: 'file:./team.db' })
  onTestFinished(world.remove)
  await ask(
    "create table testctl_store (application text, version bigint); insert into testctl_store values ('testctl', 1)",
  )
  await ask(migrations[0]!.join(';'))
  await ask("insert into projects values ('p', 1, 'Web', 'WEB', '', '', 0, 0, 0, 0, '', '', '', '')")
  const version = async () => Number((await ask('select version from testctl_store'))[0]!['version'])
  await world.type('testctl keys create --name ana')
  await world.type('testctl store backup a.db')
  const line = `testctl store restore a.db --store ${address}`
  expect((await world.type(`${line} --dry-run`)).stdout).toContain('would replace 1 project')
  expect(await version()).toBe(1)
  const { exitCode, stderr } = await world.type(line)
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('(WEB)\n  to replace it, add --yes')])
  expect(await version()).toBe(1)
  expect((await world.type(`${line} --yes`)).exitCode).toBe(0)
  expect(await version()).toBe(migrations.length)
})
