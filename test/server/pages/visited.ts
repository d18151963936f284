import { createRunFeed } from '../../../src/server/pages/run-feed.ts'
import { createService } from '../../../src/service/index.ts'
import { type Answer, ask, startServed } from '../served.ts'

/** Starts a server with the project WEB: in R1, T1 failed, T2 is in progress, T3 to T19 passed, but the last test is always untested. */
export const startSite = async (tests = 5, feed = createRunFeed({ every: 20, rest: 3_600_000 })) => {
  const served = await startServed({ feed })
  const api = createService(served.store)('ana')
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: 'x', color: 'x' })
  const caseIds: string[] = []
  for (let at = 1; at <= tests; at++) {
    const written = { preconditions: '', steps: at === 1 ? [{ action: 'Pay', expectation: 'Paid' }] : [] }
    caseIds.push((await api.cases.create({ projectId: project.id, name: `case ${at}`, ...written })).case.id)
  }
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'Nightly', caseIds })
  await api.milestones.create({ projectId: project.id, name: 'Release', testRunIds: [testRun.id] })
  const set = async (number: number, result: 'passed' | 'failed' | 'inProgress') => {
    const { test } = await api.tests.get({ identifier: `WEB-T${number}` })
    await api.tests.update({ testId: test.id, result })
    return test.id
  }
  const failed = await set(1, 'failed')
  await api.comments.create({ resourceId: failed, content: 'no <b>money</b>' })
  if (tests > 2) await set(2, 'inProgress')
  for (let at = 3; at < Math.min(tests, 20); at++) await set(at, 'passed')
  return { ...served, api, set }
}

/** Creates a minimal browser with functions to sign in with a key and to `get` a page. */
export const signedIn = async (url: string, key: string) => {
  const cookies = new Map<string, string>()
  const send = async (
    path: string,
    sent: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { host: new URL(url).host, accept: 'text/html', ...(cookie && { cookie }), ...sent.headers }
    const answer: Answer = await ask(url, path, { ...sent, headers })
    for (const one of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const signIn = async (path: string) => {
    const { body } = await send(path)
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? ''
    return send('/settings/sign-in', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: field('token'), back: field('back'), key }).toString(),
    })
  }
  return { cookies, send, signIn, get: (path: string) => send(path) }
}
