import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../helpers/seeded-remote.ts'

// A service that ignores the filter by custom fields, or compares them differently. DECISIONS 433

let there: SeededRemote
let fields: Record<number, unknown>
beforeEach(async () => {
  there = await startSeededRemote()
  fields = {}
  there.remote.before = async ({ method, path }) => {
    if (method !== 'GET' || !/^\/v1\/cases\/[^/]+$/.test(path)) return
    const { cases, pagination } = await there.remote.api.cases.list({ projectId: path.slice('/v1/cases/'.length) })
    const rows = cases.map((one) => ({ ...one, customFields: one.displayId in fields ? fields[one.displayId] : {} }))
    return { status: 200, headers: {}, body: JSON.stringify({ cases: rows, pagination }) }
  }
})
afterEach(() => there.close())

test('of a service that gives every case, those that match are taken', async () => {
  fields = { 1: { area: 'login' }, 2: { area: 'start' }, 3: { area: 'login-admin' } }
  expect((await there.type('testctl cases list -p WEB --custom-field area=login --quiet')).stdout).toBe('WEB-C1\n')
  const made = await there.type('testctl runs create -p WEB --name New --cases area=login')
  expect(made).toMatchObject({ exitCode: 0, stdout: 'WEB-R8\n' })
  expect(await there.world.json('testctl runs get WEB-R8')).toMatchObject({ results: { total: 1 } })
  expect(await there.type('testctl runs create -p WEB --name New --cases area=other')).toMatchObject({ exitCode: 3 })
})

test('what a service may have compared more liberally stays', async () => {
  fields = { 1: { area: ' Login' }, 2: { area: ['start', 'login'] }, 3: { area: { label: 'login' } }, 4: null }
  expect((await there.type('testctl cases list -p WEB --custom-field area=login --quiet')).stdout).toBe(
    'WEB-C1\nWEB-C2\nWEB-C3\nWEB-C4\n',
  )
  fields = { 1: { weight: 1.5 }, 2: { weight: 15 } }
  expect((await there.type('testctl cases list -p WEB --custom-field weight=1.50 --quiet')).stdout).toBe('WEB-C1\n')
})

test('every field has to match, and --search and --limit count what does', async () => {
  fields = Object.fromEntries([2, 4, 6, 8].map((at) => [at, { area: 'login', weight: at === 8 ? 2 : 1 }]))
  const list = 'testctl cases list -p WEB --quiet --custom-field area=login --custom-field weight=1'
  expect((await there.type(list)).stdout).toBe('WEB-C2\nWEB-C4\nWEB-C6\n')
  expect((await there.type(`${list} --limit 1 --offset 1`)).stdout).toBe('WEB-C4\n')
  expect((await there.type(`${list} --search 'logs out'`)).stdout).toBe('WEB-C2\n')
})

const forms: [string, (area: string) => unknown][] = [
  [
    'a list of names and values',
    (area) => [
      { name: 'weight', value: 1 },
      { name: 'area', value: area },
    ],
  ],
  ['ids as keys', (area) => ({ 'cf-1': 1, 'cf-2': area })],
  ['ids as keys, and objects', (area) => ({ 'cf-2': { id: 7, label: area } })],
  ['keys in another case', (area) => ({ Area: area })],
]

test.each(forms)('of a service that has custom fields as %s, those that match are taken', async (_, form) => {
  fields = { 1: form('login'), 2: form('start'), 3: form('Login') }
  const list = await there.type('testctl cases list -p WEB --custom-field area=login --quiet')
  expect(list).toMatchObject({ exitCode: 0, stdout: 'WEB-C1\nWEB-C3\n' })
  expect(await there.type('testctl runs create -p WEB --name New --cases area=login')).toMatchObject({ exitCode: 0 })
  expect(await there.world.json('testctl runs get WEB-R8')).toMatchObject({ results: { total: 2 } })
})

test('another field with the same value is not the one that a case has', async () => {
  fields = { 1: { area: 'start', from: 'login' }, 2: { area: null, from: 'login' } }
  expect((await there.type('testctl cases list -p WEB --custom-field area=login --quiet')).stdout).toBe('')
})
