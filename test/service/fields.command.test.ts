import { expect, test } from 'vitest'
import { mostCustomFields } from '../../src/contract/endpoints/fields.ts'
import { createService } from '../../src/service/index.ts'
import { expose } from '../../src/wire/expose.ts'
import { engine } from './engines/current.ts'
import { openProject } from './fixture.ts'

const fieldsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field ${at}`, `${at}`]))

test('a case has a thousand custom fields at most: one more is 400, and what is said names them', async () => {
  const { store, project } = await openProject()
  const transport = expose((key) => createService(store)(key))
  const send = (count: number) =>
    transport({
      method: 'PUT',
      path: `/v1/cases/${project.id}`,
      query: '',
      headers: { 'x-api-key': 'ana' },
      body: JSON.stringify({ name: 'x', preconditions: '', steps: [], customFields: fieldsOf(count) }),
    })
  expect((await send(mostCustomFields)).status).toBe(200)
  const refused: [count: number, path: string, message: string][] = [
    [mostCustomFields + 1, 'customFields', 'must have at most 1000 fields'],
    [9000, 'customFields', 'must have at most 1000 fields'],
    // More names than a body may have. DECISIONS 244
    [10_923, '', 'the body has more than 10000 names of fields'],
    [21_846, '', 'the body has more than 10000 names of fields'],
  ]
  for (const [count, path, message] of refused) {
    const { status, body } = await send(count)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ issues: [{ path, message: expect.stringContaining(message) }] })
  }
})

test('more fields than a statement takes are kept all the same, as from an older store', async () => {
  const { store, project } = await openProject()
  const service = createService(store)('ana')
  // The row of a field has three values. SQLite takes 32,766 values in a statement, PostgreSQL 65,535.
  const count = engine().name === 'SQLite' ? 11_000 : 22_000
  const customFields = fieldsOf(count)
  const { case: made } = await service.cases.create({
    projectId: project.id,
    name: 'many',
    preconditions: '',
    steps: [],
    customFields,
  })
  await service.cases.update({ caseId: made.id, customFields: { ...customFields, last: 'one' } })
  const found = await service.cases.list({
    projectId: project.id,
    customFields: { [`field ${count - 1}`]: `${count - 1}`, last: 'one' },
  })
  expect(found.cases.map(({ id }) => id)).toEqual([made.id])
})
