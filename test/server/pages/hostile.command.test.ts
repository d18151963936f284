import { expect, test } from 'vitest'
import { signedIn, startSite } from './visited.ts'

/** Returns the tags of a page without the values of their attributes. */
const tagsIn = (page: string): string =>
  [
    ...page
      .replace(/<(script|style)>[^]*?<\/\1>/g, '')
      .replace(/"[^"]*"/g, '""')
      .matchAll(/<[^>]*>/g),
  ]
    .map(([tag]) => tag)
    .join('')

const shownWith = async (text: string) => {
  const { url, secrets, api } = await startSite(2)
  const { id } = (await api.projects.list({})).projects[0]!
  await api.projects.update({ projectId: id, name: text })
  const { test: one } = await api.tests.get({ identifier: 'WEB-T1' })
  await api.cases.update({
    caseId: one.caseId,
    name: text,
    preconditions: text,
    steps: [{ action: text, expectation: text }],
    customFields: { [text]: text },
  })
  await api.tests.update({ testId: one.id, assignedTo: text })
  await api.comments.create({ resourceId: one.id, content: text })
  const { testRun } = await api.runs.get({ identifier: 'WEB-R1' })
  await api.runs.update({ testRunId: testRun.id, name: text })
  const browser = await signedIn(url, secrets.reader)
  await browser.signIn('/')
  return Promise.all(
    ['/', '/WEB', '/WEB-R1', '/WEB-M1', '/WEB-T1', '/WEB-C1'].map(async (path) => (await browser.get(path)).body),
  )
}

test('whatever people wrote is text on every page', async () => {
  const plain = (await shownWith('x')).map(tagsIn)
  for (const text of [
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    'a\u202eb',
  ])
    for (const [at, body] of (await shownWith(text)).entries()) {
      expect(tagsIn(body)).toBe(plain[at])
      expect(body).not.toContain('\u202e')
    }
})

test('a name of 100,000 characters is no page of a megabyte', async () => {
  for (const body of await shownWith('x'.repeat(100_000))) expect(body.length).toBeLessThan(200_000)
})
