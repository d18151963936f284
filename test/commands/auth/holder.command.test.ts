import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRemote } from '../../helpers/remote.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'
import { startServed } from '../../server/served.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const served = async (role: 'owner' | 'writer' | 'reader') => {
  const { url, secrets } = await startServed()
  return { url, env: { TESTCTL_URL: url, TESTCTL_API_KEY: secrets[role] } }
}

test.for(['owner', 'writer', 'reader'] as const)('auth status says whose key it is: that of the %s', async (role) => {
  const { url, env } = await served(role)
  const shown = await world.prints('testctl auth status', { env })
  expect(
    shown.startsWith(`${url} (TESTCTL_URL)\nthe key of TESTCTL_API_KEY is accepted: the ${role} (role ${role}: `),
  ).toBe(true)
  expect(await world.json('testctl auth status', { env })).toMatchObject({ name: `the ${role}`, role })
})

test('of a service in a file it is whoever runs the command', async () => {
  expect(await world.prints('testctl auth status')).toMatch(/\nno key is needed; changes are made as ana\n$/)
})

test('of another service only what is known', async () => {
  const remote = await startRemote('key')
  try {
    const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key' }
    expect(await world.prints('testctl auth status', { env })).toBe(
      `${remote.url} (TESTCTL_URL)\nthe key of TESTCTL_API_KEY is accepted\n`,
    )
    const { stderr, exitCode } = await world.fails('testctl tests assign WEB-T1 --to @me', { env })
    expect({ stderr, exitCode }).toEqual({
      stderr:
        'error: this service does not say whose key it is, so @me is unknown\n  give the name itself, such as ana\n',
      exitCode: 2,
    })
  } finally {
    await remote.close()
  }
})

test('a key that may not says its name and role', async () => {
  const { env } = await served('reader')
  const { stderr, exitCode } = await world.fails('testctl projects create --name Web --identifier WEB', { env })
  expect(exitCode).toBe(4)
  expect(stderr).toContain(
    'the key the reader is a reader: it may read, and change nothing (403)\n  ask an owner of the service for a key that may',
  )
})

test('@me is whoever the key belongs to', async () => {
  const { env } = await served('writer')
  await world.prints('testctl projects create --name Web --identifier WEB', { env })
  await world.prints('testctl cases create -p WEB --name x', { env })
  await world.prints('testctl runs create -p WEB --name x --all-cases', { env })
  expect(await world.json('testctl tests assign WEB-T1 --to @me', { env })).toMatchObject({ assignedTo: 'the writer' })
  expect(await world.prints('testctl tests list WEB-R1 --assigned-to @me -q', { env })).toBe('WEB-T1\n')
})

test('in a file @me is the user', async () => {
  await world.prints('testctl tests update WEB-T1 --assigned-to @me')
  expect(await world.prints('testctl tests list WEB-R1 --assigned-to ana -q')).toBe('WEB-T1\n')
})
