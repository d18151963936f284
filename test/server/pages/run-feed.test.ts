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

/** A page that listens, and how often it was asked whether its reader is signed in. */
const listening = (feed: ReturnType<typeof createRunFeed>, run: string, line: string) => {
  const page = { heard: [] as string[], asked: 0, reads: 0, stop: (): void => undefined }
  const read = async () => {
    page.reads += 1
    return line
  }
  const isSignedIn = async () => {
    page.asked += 1
    return true
  }
  const send = (text: string): void => void page.heard.push(text)
  page.stop = feed.follow(run, { keyId: run, read, isSignedIn }, 'open 1')!({ send, end: () => undefined })
  return page
}

test('a page that is closed costs nothing any more, and the next page of its run hears what changes', async () => {
  const feed = createRunFeed({ every: 1, rest: 1 })
  const closed = listening(feed, 'WEB-R1', 'open 1')
  const other = listening(feed, 'WEB-R2', 'open 1')
  await expect.poll(() => closed.asked).toBeGreaterThan(0)
  closed.stop()
  const { asked, reads } = closed
  const before = { asked: other.asked, reads: other.reads }
  await expect.poll(() => other.asked).toBeGreaterThan(before.asked + 3)
  await expect.poll(() => other.reads).toBeGreaterThan(before.reads + 3)
  expect(closed).toMatchObject({ asked, reads })
  const next = listening(feed, 'WEB-R1', 'open 2')
  await expect.poll(() => next.heard).toContain('data: open 2\n\n')
  next.stop()
  other.stop()
})
