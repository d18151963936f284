import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../../helpers/seeded-remote.ts'

// A service in which two projects have the same identifier. DECISIONS 432

let there: SeededRemote
let ids: string[]
let pageSize = 1000
beforeEach(async () => {
  there = await startSeededRemote()
  pageSize = 1000
  ids = (await there.remote.api.projects.list({})).projects.map(({ id }) => id)
  there.remote.before = async ({ method, path, query }) => {
    if (method !== 'GET' || path !== '/v1/projects') return
    const all = (await there.remote.api.projects.list({})).projects
    const offset = Number(new URLSearchParams(query).get('offset'))
    const projects = all.slice(offset, offset + pageSize).map((one) => ({ ...one, identifier: 'WEB' }))
    const pagination = { limit: pageSize, offset, total: all.length }
    return { status: 200, headers: {}, body: JSON.stringify({ projects, pagination }) }
  }
})
afterEach(() => there.close())

test.each([
  'projects delete WEB --confirm WEB',
  'projects update WEB --name New',
  'projects get WEB',
  'cases create -p WEB --name New',
  'runs list -p web',
])('%s takes neither', async (line) => {
  const { stdout, stderr, exitCode } = await there.type(`testctl ${line}`)
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  expect(stderr).toContain(`2 projects have the identifier ${/web/i.exec(line)?.[0]}: `)
  for (const id of ids) expect(stderr).toContain(`with the id ${id}`)
  expect((await there.remote.api.projects.list({})).projects).toHaveLength(2)
})

test('a project that is changed is looked for on every page', async () => {
  pageSize = 1
  expect(await there.type('testctl projects delete WEB --confirm WEB')).toMatchObject({ exitCode: 2 })
  expect(await there.type('testctl projects update WEB --name New')).toMatchObject({ exitCode: 2 })
  expect(await there.type('testctl runs list -p WEB')).toMatchObject({ exitCode: 0 })
})

test('the id names one of them', async () => {
  expect(await there.type(`testctl projects delete ${ids[1]} --confirm WEB`)).toMatchObject({ exitCode: 0 })
  expect((await there.remote.api.projects.list({})).projects.map(({ id }) => id)).toEqual([ids[0]])
})
