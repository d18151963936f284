import { expect, test } from 'vitest'
import { createKeys, createSearch } from '../../src/service/index.ts'
import { addCases, openProject, putCases, refusal } from './fixture.ts'

const openSearch = async () => {
  const opened = await openProject()
  const keys = createKeys({ store: opened.store })
  const { key } = await keys.create({ name: 'a reader', role: 'reader', createdBy: 'ana' })
  const search = createSearch(opened.store)(key.id)
  const find = (
    noun: 'cases' | 'tests',
    text: string,
    { before, most = 10 }: { before?: number; most?: number } = {},
  ) => search({ projectId: opened.project.id, noun, text, before, most })
  return { ...opened, keys, key, find }
}

test('cases are found by every word of their names, in any case, the newest first', async () => {
  const { api, project, find } = await openSearch()
  await addCases(api, project.id, ['ÜBER log', 'Log 100%_\\'])
  const found = async (text: string) => (await find('cases', text)).found.map(({ displayId }) => displayId)
  expect(await found('LOG')).toEqual([5, 4, 2, 1])
  expect(await found('out  log')).toEqual([2])
  expect(await found('über')).toEqual([4])
  expect(await found('%_\\')).toEqual([5])
  expect(await found("'; --")).toEqual([])
})

test.for<[name: string, text: string]>([
  ['Café'.normalize('NFC'), 'café'.normalize('NFD')],
  ['Café'.normalize('NFD'), 'café'.normalize('NFC')],
  ['Café', 'CAFE'],
  ['Cafe', 'café'],
  ['Straße', 'strasse'],
  ['STRASSE', 'straße'],
  ['İstanbul', 'istanbul'],
  ['ΟΔΟΣΗΜΑ', 'οδος'],
  ['ログイン', 'ﾛｸﾞｲﾝ'],
])('a case is found in whatever form its name is typed: %s by %s', async ([name, text]) => {
  const { api, project, find } = await openSearch()
  await addCases(api, project.id, [name])
  expect((await find('cases', text)).found).toEqual([{ displayId: 4, name }])
})

test('a syllable of Korean is not found by its first letters', async () => {
  const { api, project, find } = await openSearch()
  await addCases(api, project.id, ['각'])
  expect((await find('cases', '가')).found).toEqual([])
})

test('a test is found with its result and its run, and nothing of another project', async () => {
  const { api, project, caseIds, find } = await openSearch()
  await api.runs.create({ projectId: project.id, name: 'First', caseIds: caseIds.slice(0, 1) })
  await api.runs.create({ projectId: project.id, name: 'Second', caseIds })
  const other = (await api.projects.create({ name: 'App', identifier: 'APP', icon: '', color: '' })).project
  const caseIdsThere = (await addCases(api, other.id, ['Log in', 'Log in'])).map(({ id }) => id)
  await api.runs.create({ projectId: other.id, name: 'There', caseIds: caseIdsThere })
  const { test: one } = await api.tests.get({ identifier: 'WEB-T2' })
  await api.tests.update({ testId: one.id, result: 'failed' })
  expect(await find('tests', 'log in')).toEqual({
    found: [
      { displayId: 2, name: 'Log in', result: 'failed', run: 2 },
      { displayId: 1, name: 'Log in', result: 'untested', run: 1 },
    ],
    next: undefined,
  })
  expect((await find('cases', 'log in')).found).toHaveLength(1)
})

test('a search goes on where the one before ended, and gives each once', async () => {
  const { find } = await openSearch()
  const first = await find('cases', '', { most: 2 })
  expect(first).toMatchObject({ found: [{ displayId: 3 }, { displayId: 2 }], next: 2 })
  expect(await find('cases', '', { most: 2, before: first.next! })).toEqual({
    found: [{ displayId: 1, name: 'Log in' }],
    next: undefined,
  })
})

test('one search looks at 20,000 names, and goes on with the older ones when it is asked', async () => {
  const { store, project, find } = await openSearch()
  await putCases(store, project.id, { count: 20_000, first: 4 })
  expect(project.identifier).toBe('WEB')
  const first = await find('cases', 'log')
  expect(first).toEqual({ found: [], next: 4 })
  expect((await find('cases', 'log', { before: first.next! })).found).toHaveLength(2)
})

test('nothing is found any more with a key that was revoked', async () => {
  const { find, key, keys } = await openSearch()
  await keys.revoke(key.id, { evenLast: true })
  expect(await refusal(find('cases', 'log'))).toMatchObject({ status: 401 })
})
