import { expect, test } from 'vitest'
import { signedIn, startSite } from './visited.ts'

const startSearch = async (tests?: number) => {
  const site = await startSite(tests)
  const browser = await signedIn(site.url, site.secrets.reader)
  await browser.signIn('/')
  return { ...site, browser, search: (query: string) => browser.get(`/WEB?${query}`) }
}

test('the page of a project searches its cases and tests', async () => {
  const { browser, search } = await startSearch()
  expect((await browser.get('/WEB')).body).toContain('<form method="get" action="WEB" role="search"')
  const { status, body } = await search('search=CASE+1')
  expect(status).toBe(200)
  expect(body).toContain('<a href="WEB-C1">WEB-C1</a> <bdi>case 1</bdi>')
  expect(body).toContain('aria-label="failed">✗</span>')
  expect(body).toContain('<a href="WEB-T1">WEB-T1</a> <bdi>case 1</bdi>')
  expect(body).toContain('in <a href="WEB-R1">WEB-R1</a>')
  expect(body).not.toContain('case 2')
})

test('many hits come in pages, each once', async () => {
  const { browser, search } = await startSearch(60)
  const ids: string[] = []
  const take = (body: string) =>
    ids.push(...[...body.matchAll(/<li class="[^>]*>[^]*?href="(WEB-C\d+)"/g)].map(([, id = '']) => id))
  const { body } = await search('search=case')
  expect(body).toContain('<small>the newest 25</small>')
  const next = () => /href="(WEB\?search=case&amp;in=cases[^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  take(body)
  const rest = await browser.get(`/${next()}`)
  take(rest.body)
  expect(rest.body).not.toContain('rel="next"')
  expect(rest.body).not.toContain('>Tests <')
  expect(ids).toEqual(Array.from({ length: 60 }, (_, at) => `WEB-C${60 - at}`))
})

test.for([
  ['search=WEB-T2', 'WEB-T2'],
  ['search=%20web-c1%20', 'WEB-C1'],
  ['search=r1', 'WEB-R1'],
])('an identifier leads to its page: %s', async ([query, location]) => {
  const { search } = await startSearch()
  expect(await search(query!)).toMatchObject({ status: 303, headers: { location } })
})

test('an identifier of another project leads there, and a name that looks like one is found', async () => {
  const { search, api } = await startSearch()
  const { project } = await api.projects.create({ name: 'App', identifier: 'APP', icon: 'x', color: 'x' })
  await api.cases.create({ projectId: project.id, name: 'ours', preconditions: '', steps: [] })
  expect(await search('search=app-c1')).toMatchObject({ status: 303, headers: { location: 'APP-C1' } })
  const { projects } = await api.projects.list({})
  const web = projects.find(({ identifier }) => identifier === 'WEB')!
  await api.cases.create({ projectId: web.id, name: 'prints the T4000', preconditions: '', steps: [] })
  for (const text of ['T4000', 'APP-R7']) expect((await search(`search=${text}`)).status).toBe(200)
  expect((await search('search=T4000')).body).toContain('prints the T4000')
})

test.for(['search=', 'search=++', 'search', 'in=cases'])('without words the page is as before: %s', async (query) => {
  const { search } = await startSearch()
  expect((await search(query)).body).toContain('<h2>Runs</h2>')
})

test.for([
  `search=${'x'.repeat(5000)}`,
  'search=%ff%00',
  'search=x&in=nothing&before=-1',
  'search=x&in=cases&before=99999999999',
  'search=%3Cscript%3Ealert(1)%3C/script%3E',
  'search="onfocus=alert(1)',
])('whatever is searched for, it is text: %s', async (query) => {
  const { search } = await startSearch()
  const { status, body } = await search(query)
  expect(status).toBe(200)
  expect(body).not.toMatch(/<script>alert|"onfocus/)
  expect(body.length).toBeLessThan(30_000)
})

test('there is nothing to search in a project that is not there', async () => {
  const { browser } = await startSearch()
  expect((await browser.get('/NOPE?search=x')).status).toBe(404)
})
