import http from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createRunFeed } from '../../../src/server/pages/run-feed.ts'
import { signedIn, startSite } from './visited.ts'

const startEvents = async (feed?: ReturnType<typeof createRunFeed>) => {
  const site = await startSite(5, feed)
  const browser = await signedIn(site.url, site.secrets.reader)
  await browser.signIn('/')
  /** Listens to events like the page of a run. Returns what arrives, and whether the server ended the stream. */
  const listen = async (path = '/WEB-R1?events') => {
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const heard = { status: 0, type: '', text: '', ended: false }
    await new Promise<void>((resolve, reject) => {
      const request = http.get(`${site.url}${path}`, { headers: { cookie }, agent: false }, (response) => {
        Object.assign(heard, { status: response.statusCode, type: response.headers['content-type'] })
        response.on('data', (data) => {
          heard.text += String(data)
          resolve()
        })
        response.on('end', () => (heard.ended = true))
        response.on('error', () => undefined)
      })
      request.on('error', reject)
      onTestFinished(() => void request.destroy())
    })
    return heard
  }
  return { ...site, browser, listen }
}

const linesIn = ({ text }: { text: string }) => [...text.matchAll(/^data: (.*)$/gm)].map(([, line]) => line)

test('a page that listens hears at once what the run holds, then each change, and the end', async () => {
  const { listen, set } = await startEvents()
  const heard = await listen()
  expect(heard).toMatchObject({ status: 200, type: 'text/event-stream' })
  expect(linesIn(heard)).toEqual([expect.stringMatching(/^open 5 2 1 1 1 \d+ \d+$/)])
  await set(2, 'passed')
  await expect.poll(() => linesIn(heard).at(-1)).toMatch(/^open 5 3 1 0 1 /)
  await set(5, 'passed')
  await expect.poll(() => heard.ended).toBe(true)
  expect(linesIn(heard).at(-1)).toMatch(/^over 5 4 1 0 0 /)
  const later = await listen()
  await expect.poll(() => later.ended).toBe(true)
  expect(linesIn(later)).toHaveLength(1)
})

test('a page that listens hears of a comment that comes or goes, of an assignment, and of two results that swap', async () => {
  const { listen, set, api, browser } = await startEvents()
  const heard = await listen()
  const { test: second } = await api.tests.get({ identifier: 'WEB-T2' })
  let lines = 1
  const hears = async (change: () => Promise<unknown>) => {
    await change()
    lines += 1
    await expect.poll(() => linesIn(heard)).toHaveLength(lines)
  }
  let commentId = ''
  await hears(async () => {
    commentId = (await api.comments.create({ resourceId: second.id, content: 'half done' })).comment.id
  })
  await hears(() => api.comments.delete({ commentId }))
  await hears(() => api.tests.update({ testId: second.id, assignedTo: 'ben' }))
  expect(new Set(linesIn(heard)).size).toBe(4)
  const before = linesIn(heard).at(-1)
  await set(2, 'failed')
  await set(1, 'inProgress')
  await expect.poll(() => linesIn(heard).at(-1)).toMatch(/^open 5 2 1 1 1 /)
  expect((await browser.get('/WEB-R1?state')).body).not.toBe(before)
  expect(
    linesIn(heard)
      .slice(0, 4)
      .every((line) => line?.startsWith('open 5 2 1 1 1 ')),
  ).toBe(true)
})

test('who is not signed in hears nothing, and of a run that is not there one hears so', async () => {
  const { url, listen, browser } = await startEvents()
  expect(await (await signedIn(url, '')).get('/WEB-R1?events')).toMatchObject({ status: 401 })
  expect((await listen('/WEB-R9?events')).status).toBe(404)
  expect((await browser.send('/WEB-R1?events', { method: 'HEAD' })).headers['content-type']).toBe('text/event-stream')
})

test('only so many pages listen; what is beyond asks every few seconds', async () => {
  const { listen } = await startEvents(createRunFeed({ every: 20, most: 2 }))
  expect([(await listen()).status, (await listen()).status, (await listen()).status]).toEqual([200, 200, 503])
  const own = await startEvents(createRunFeed({ every: 20, mostOfKey: 1 }))
  expect([(await own.listen()).status, (await own.listen()).status]).toEqual([200, 503])
})

test('a page that is closed makes room for another', async () => {
  const { browser, listen, url } = await startEvents(createRunFeed({ every: 20, most: 1 }))
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const abort = new AbortController()
  const first = await fetch(`${url}/WEB-R1?events`, { headers: { cookie }, signal: abort.signal })
  expect(first.status).toBe(200)
  expect((await listen()).status).toBe(503)
  abort.abort()
  await expect.poll(async () => (await listen()).status).toBe(200)
})

test('a server that stops waits for no page that listens', async () => {
  const { listen, stop } = await startEvents()
  const pages = await Promise.all([listen(), listen(), listen()])
  expect(await stop()).toBe(0)
  await expect.poll(() => pages.every(({ ended }) => ended)).toBe(true)
})

test('whose key is revoked hears no more, and others go on hearing', async () => {
  const { url, secrets, store, listen, set } = await startEvents(createRunFeed({ every: 20, rest: 20 }))
  const owner = await signedIn(url, secrets.owner)
  await owner.signIn('/')
  const revoked = await listen()
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ')
  const answer = await fetch(`${url}/WEB-R1?events`, { headers: { cookie } })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const read = async (): Promise<void> => {
    const { value, done } = await reader.read()
    text += value ?? ''
    if (!done) await read()
  }
  const all = read()
  await store.write((queries) => queries.deleteFrom('keys').where('role', '=', 'reader').execute())
  await expect.poll(() => revoked.ended).toBe(true)
  await set(2, 'passed')
  await expect.poll(() => linesIn({ text }).at(-1)).toMatch(/^open 5 3 /)
  expect(new Set(linesIn(revoked)).size).toBe(1)
  await set(5, 'passed')
  await all
})

test('a page that listens hears its line again as long as the server is there', async () => {
  const { listen } = await startEvents(createRunFeed({ every: 20, rest: 20 }))
  const heard = await listen()
  await expect.poll(() => linesIn(heard).length).toBeGreaterThan(3)
  expect(new Set(linesIn(heard)).size).toBe(1)
})

test('many pages of one run cost one read each time', async () => {
  let reads = 0
  let ended = 0
  const feed = createRunFeed({ every: 1, rest: 3_600_000 })
  const read = async () => {
    reads += 1
    return reads === 10 ? 'over 1' : `open ${reads}`
  }
  const lines: string[] = []
  for (let at = 0; at < 50; at++) {
    const viewer = { keyId: `key ${at}`, read, isSignedIn: async () => true }
    const leave = feed.follow('WEB-R1', viewer, 'open 0')!({
      send: (text) => lines.push(text),
      end: () => {
        ended += 1
        leave()
      },
    })
  }
  await expect.poll(() => ended).toBe(50)
  expect(reads).toBe(10)
  expect(lines.filter((line) => line === 'data: open 3\n\n')).toHaveLength(50)
})
