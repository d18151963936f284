import { expect, test } from 'vitest'
import { ok, refused, reset, world, only } from '../paced-world.ts'

test.for([
  ['refuses connections', refused],
  ['breaks connections', reset],
] as const)('deletes of a batch outlive a restart of a service that %s', async ([, how]) => {
  const { all, sent, warm } = world({
    answer: ({ at, path }) => (path !== 'first' && at >= 60 && at < 9060 ? how : ok),
    retries: true,
  })
  await warm()
  expect(only(await all(500, { workers: 32, method: 'DELETE' }))).toEqual([200])
  expect(sent.length).toBeLessThan(500 + 32 + 10)
})
