import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectTo } from '../../src/store/sqlite/connection.ts'
import { createMachine, type Machine } from './machine.ts'

// A service manager may stop a server at any moment, and takes an exit code other than 0 for a failure.

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(() => machine.remove())

test('a server that is told to end while it waits for its store ends with 0', async () => {
  const path = join(machine.folder, 'team.db')
  const holder = connectTo({ label: path, path })
  holder.query('begin exclusive')
  const running = machine.start('testctl serve --port 0 --store file:./team.db --progress plain')
  // The signal is sent after the server has said that it waits, so it arrives during the wait.
  let said = ''
  running.stderr?.on('data', (text) => (said += String(text)))
  await expect.poll(() => said).toContain('waiting for team.db')
  running.kill('SIGTERM')
  const { stdout, exitCode } = await running
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 })
  holder.query('rollback')
  holder.close()
})

test('a server that is told to end as soon as it says where it listens ends with 0', async () => {
  const running = machine.start('testctl serve --port 0 --store file:./team.db')
  running.stdout?.once('data', () => running.kill('SIGTERM'))
  expect((await running).exitCode).toBe(0)
})
