import { expect, test } from 'vitest'
import { startRemote } from '../../helpers/remote.ts'
import { createWorld } from '../../helpers/world.ts'

test('cases of a file get their numbers in its order, from a service elsewhere as well', async () => {
  const remote = await startRemote('k')
  const world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'k' })
  try {
    await world.type('testctl projects create --name Web --identifier WEB')
    // The first request is answered last: cases that are created in parallel would get another order.
    let waiting = 40
    remote.before = ({ method }) => (method === 'PUT' ? new Promise((done) => setTimeout(done, waiting--)) : undefined)
    const names = Array.from({ length: 20 }, (_, at) => `case ${at + 1}`)
    const stdin = names.map((name) => JSON.stringify({ name })).join('\n')
    await world.type('testctl cases create --from - -p WEB', { stdin })
    const { stdout } = await world.type('testctl cases list -p WEB --json')
    const cases = JSON.parse(stdout) as { name: string }[]
    expect(cases.map(({ name }) => name)).toEqual(names)
  } finally {
    await remote.close()
    await world.remove()
  }
})
