import { expect, test } from 'vitest'
import { NotFoundError, UnauthorizedError } from '../../../src/errors.ts'
import { createRunFeed } from '../../../src/server/pages/run-feed.ts'

/** Opens three pages that follow a run whose read fails. Returns the key ids of the reads until all three have ended. */
const threeViewers = async (error: Error) => {
  const feed = createRunFeed({ every: 5 })
  const reads: string[] = []
  const ended: string[] = []
  for (const keyId of ['ana', 'ben', 'eva']) {
    const read = () => {
      reads.push(keyId)
      return Promise.reject(error)
    }
    const stream = feed.follow('WEB-R1', { keyId, read, isSignedIn: async () => true }, 'open 1')!
    const stop = stream({
      send: () => undefined,
      end: () => {
        ended.push(keyId)
        stop()
      },
    })
  }
  await expect.poll(() => ended).toHaveLength(3)
  return reads
}

test('all pages of a run hear at once that it was deleted', async () => {
  expect(await threeViewers(new NotFoundError('there is no test run WEB-R1'))).toEqual(['ana'])
})

test('a page whose key is not valid any more ends alone', async () => {
  expect(await threeViewers(new UnauthorizedError('UNAUTHORIZED'))).toEqual(['ana', 'ben', 'eva'])
})
