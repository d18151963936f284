import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { chmod, readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { isWithinReach } from '../helpers/reach.ts'
import { createWorld, type World } from '../helpers/world.ts'

// DECISIONS 283

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.remove())

/** Whether any user may listen on port 80, as in most containers. */
const isForAll = (): boolean => {
  const first = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
  return existsSync(first) && Number(readFileSync(first, 'utf8')) <= 80
}

// Only root can drop its rights and take them back.
test.runIf(
  process.geteuid?.() === 0 && process.platform === 'linux' && isWithinReach(import.meta.filename) && !isForAll(),
)('a port below 1024 leaves no new store either', async () => {
  await chmod(world.folder, 0o777)
  const before = await readdir(world.folder)
  process.seteuid!(65_534)
  try {
    for (const line of ['serve --port 80', 'serve --port 80 --store file:./new.db', 'demo --serve --port 80']) {
      const { stderr, exitCode } = await world.type(`testctl ${line}`, {
        cwd: world.folder,
        env: { TESTCTL_URL: '' },
      })
      expect({ stderr, exitCode }).toEqual({
        stderr: expect.stringContaining('port 80 needs a permission'),
        exitCode: 2,
      })
    }
  } finally {
    process.seteuid!(0)
  }
  expect(await readdir(world.folder)).toEqual(before)
})

const takenPort = async (): Promise<number> => {
  const server = createServer((socket) => socket.destroy())
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

test.each([
  ['serve --port PORT', 6, /^error: port \d+ of 127\.0\.0\.1 is already in use\n/],
  ['serve --port PORT --store file:./new.db', 6, /^error: port \d+ of 127\.0\.0\.1 is already in use\n/],
  ['serve --port 0 --host nohost.invalid', 2, /^error: nohost\.invalid is not an address of this computer\n/],
  ['serve --host nohost.invalid', 2, /^error: nohost\.invalid is not an address of this computer\n/],
  // From an empty variable of a script: the server would listen on every address.
  ["serve --port 0 --host ''", 2, /^error: the address to listen on is empty\n/],
  // A refused connection does not mean that the address belongs to this computer.
  ['serve --host 192.0.2.1 --store file:./new.db', 2, /^error: 192\.0\.2\.1 is not an address of this computer\n/],
  ['demo --serve --port PORT', 6, /^error: port \d+ of 127\.0\.0\.1 is already in use\n/],
])('%s leaves no new store', async (line, expected, said) => {
  const typed = `testctl ${line.replace('PORT', String(await takenPort()))}`
  const before = await readdir(world.folder)
  const { stderr, exitCode } = await world.type(typed, { cwd: world.folder, env: { TESTCTL_URL: '' } })
  expect({ stderr, exitCode }).toEqual({ stderr: expect.stringMatching(said), exitCode: expected })
  expect(await readdir(world.folder)).toEqual(before)
})
