import { expect, test } from 'vitest'
import { signedIn, startSite } from './visited.ts'

const start = async () => {
  const site = await startSite(2)
  const browser = await signedIn(site.url, site.secrets.reader)
  await browser.signIn('/')
  const { id } = (await site.api.projects.list({})).projects[0]!
  const shown = async (path: string) => {
    const { status, body } = await browser.get(path)
    return { status, text: body.replace(/<(style|script)>[^]*?<\/\1>/g, '').replace(/<[^>]*>/g, '') }
  }
  return { ...site, browser, projectId: id, shown }
}

test('a run without tests is a page, which asks for nothing more', async () => {
  const { api, projectId, browser, shown } = await start()
  await api.runs.create({ projectId, name: 'Empty', caseIds: [] })
  expect(await shown('/WEB-R2')).toMatchObject({
    status: 200,
    text: expect.stringContaining('No tests: nothing was tested.'),
  })
  expect((await browser.get('/WEB-R2')).body).toContain('data-live="over 0 ')
  expect((await shown('/WEB')).text).toContain('Empty: no tests')
})

test.for(['V1', 'SETTINGS', 'METRICS', 'REFERENCE', 'HEALTHZ', 'READYZ'])(
  'a project called %s has its pages',
  async (identifier) => {
    const { api, shown, url } = await start()
    const { project } = await api.projects.create({ name: 'Odd one', identifier, icon: 'x', color: 'x' })
    await api.runs.create({ projectId: project.id, name: 'Nightly', caseIds: [] })
    expect(await shown(`/${identifier}`)).toMatchObject({ status: 200, text: expect.stringContaining('Odd one') })
    expect((await shown(`/${identifier}-R1`)).status).toBe(200)
    const browser = await signedIn(url, '')
    expect((await browser.get(`/${identifier.toLowerCase()}`)).body).not.toContain('Odd one')
  },
)

test('a milestone without runs is a page', async () => {
  const { api, projectId, shown } = await start()
  await api.milestones.create({ projectId, name: 'Later', testRunIds: [] })
  expect(await shown('/WEB-M2')).toMatchObject({ status: 200, text: expect.stringContaining('it has no test runs') })
})

test('a test of a case that is gone is a page without a link to it, and the case is not there', async () => {
  const { api, browser, shown } = await start()
  const { case: gone } = await api.cases.get({ identifier: 'WEB-C1' })
  await api.cases.delete({ caseId: gone.id })
  expect((await shown('/WEB-T1')).text).toContain('WEB-T1 case 1')
  expect((await browser.get('/WEB-T1')).body).not.toContain('WEB-C1')
  expect(await shown('/WEB-C1')).toMatchObject({ status: 404, text: expect.stringContaining('There is no WEB-C1.') })
  expect((await shown('/WEB-R1')).status).toBe(200)
})

test.for([
  ['/WEB-X1', 'There is nothing at this address.'],
  ['/WEB-R', 'There is nothing at this address.'],
  ['/WEB-R1x', 'There is nothing at this address.'],
  ['/WEB-R99999999999999999999', 'There is nothing at this address.'],
  ['/WEB-R999999999999999', 'There is no WEB-R999999999999999.'],
  ['/WEB-C9', 'There is no WEB-C9.'],
  ['/WEB-M9', 'There is no WEB-M9.'],
  ['/NOPE-T1', 'There is no NOPE-T1.'],
  ['/WEB?page=2', 'There is no page 2 of the runs of WEB.'],
  ['/WEB-R1?page=0', 'There is no page 0 of WEB-R1.'],
  ['/WEB-R9?state', 'There is no WEB-R9.'],
] as const)('%s is a page that says so, with a way on', async ([path, said]) => {
  const { shown, browser } = await start()
  expect(await shown(path)).toMatchObject({ status: 404, text: expect.stringContaining(said) })
  expect((await browser.get(path)).body).toContain('<a href="./">To the projects</a>')
})

test.for(['/WEB-R1?page=x', '/WEB-R1?page=-1', '/WEB-R1?page=1e9', '/WEB-R1?%', '/WEB-R1?page=1&page=2'])(
  'what is no number of a page is the first: %s',
  async (path) => {
    const { shown } = await start()
    expect(await shown(path)).toMatchObject({ status: 200, text: expect.stringContaining('1 of 2 failed') })
  },
)

test('a comment that holds no more than bytes is refused, and the page stays', async () => {
  const { ask, api, shown } = await start()
  const { test: one } = await api.tests.get({ identifier: 'WEB-T1' })
  const body = Buffer.concat([Buffer.from('{"content":"'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}')])
  const headers = { 'content-type': 'application/json' }
  expect((await ask(`/v1/comments/${one.id}`, { method: 'PUT', headers, body })).status).toBe(400)
  expect((await shown('/WEB-T1')).text).toContain('no &lt;b&gt;money')
})
