import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createWorld, type Seen, type World } from '../../helpers/world.ts'

/** The API key of the service. No command may print it. */
export const key = 'canary-0123456789'

export let remote: Remote
export let world: World
let seen: Seen[]

/**
 * Before each test, makes a world without settings and a service that accepts the key. Each test has its own service, because the
 * request of a login that Ctrl-C ended may arrive after its test.
 */
export const makeWorlds = (): void => {
  beforeEach(async () => {
    remote = await startRemote(key)
    world = await createWorld({ TESTCTL_URL: '' })
    seen = []
  })
  afterEach(async () => {
    expect(JSON.stringify(seen)).not.toContain('canary')
    await remote.close()
    await world.remove()
  })
}

export const type: World['type'] = async (line, typed) => {
  const one = await world.type(line, typed)
  seen.push(one)
  return one
}

export const configuration = () => join(world.folder, '.config', 'testctl', 'config.json')
export const stored = () => JSON.parse(fs.readFileSync(configuration(), 'utf8')) as unknown
export const logIn = () => type(`testctl auth login --url ${remote.url} --with-key`, { stdin: `${key}\n` })
