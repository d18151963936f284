import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../helpers/postgres.ts'
import { createWorld } from '../helpers/world.ts'

test('keys of a database without a store are an error, and none is made there before a key is created', async () => {
  const { address, name, ask } = await createDatabase()
  const world = await createWorld({ TESTCTL_STORE: address })
  onTestFinished(world.remove)
  for (const line of ['testctl keys list', 'testctl keys revoke ana --yes']) {
    const { exitCode, stderr } = await world.type(line)
    expect({ line, exitCode, stderr }).toEqual({
      line,
      exitCode: 2,
      stderr: `error: there is no store ${name} on ${new URL(address).host}\n  check its address\n`,
    })
  }
  const tables = "select count(*)::int as made from information_schema.tables where table_schema = 'public'"
  expect(await ask(tables)).toEqual([{ made: 0 }])
  expect((await world.type('testctl keys create --name ana')).exitCode).toBe(0)
  expect((await world.type('testctl keys list -q')).exitCode).toBe(0)
})
