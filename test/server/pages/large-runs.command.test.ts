import { expect, test } from 'vitest'
import { signedIn, startSite } from './visited.ts'

test('a run of many tests comes in pages, and each has its tests whatever was said of them', async () => {
  const { url, secrets, api, set } = await startSite(2001)
  const browser = await signedIn(url, secrets.reader)
  await browser.signIn('/')
  const first = await browser.get('/WEB-R1')
  expect(first.body).toContain('1 of 2001 failed')
  expect(first.body.match(/ class="t /g)).toHaveLength(500)
  expect(first.body).toContain('<a href="WEB-R1?page=2" rel="next">')
  expect((await browser.get('/WEB-R1?page=5')).body.match(/ class="t /g)).toHaveLength(1)
  // More text than fits into an answer of the service.
  const content = 'no money\n'.repeat(10_000)
  for (let number = 3; number < 33; number++)
    await api.comments.create({ resourceId: await set(number, 'failed'), content })
  const { body } = await browser.get('/WEB-R1')
  expect(body.match(/ class="t /g)).toHaveLength(500)
  expect(body).toContain('31 failed on this page')
})

test('a run and a milestone with more text than a page can hold have all tests, and say how many are cut', async () => {
  const { url, secrets, api, set } = await startSite(50)
  const content = 'at checkout.js:1\n'.repeat(5800)
  for (let at = 1; at <= 50; at++) {
    const why = `no money for ${at}`
    await api.comments.create({ resourceId: await set(at, 'failed'), content: at < 50 ? `${why}\n${content}` : why })
  }
  const browser = await signedIn(url, secrets.reader)
  await browser.signIn('/')
  for (const path of ['/WEB-R1', '/WEB-M1']) {
    const { body } = await browser.get(path)
    expect(body).toMatch(/of\s+9 tests\s+it\s+has\s+the\s+beginning\s+of\s+the\s+last\s+comment/)
    for (let at = 1; at <= 50; at++) expect(body).toContain(`<span class="why">no money for ${at}</span>`)
    expect(body).toContain('<pre>no money for 50</pre>')
  }
  expect((await browser.get('/WEB-T49')).body.length).toBeGreaterThan(20_000)
})
