import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

/** Returns the request body that `testctl api` would send, from its `--dry-run`. */
const bodyOf = async (line: string): Promise<unknown> => {
  const text = await world.prints(`testctl api ${line} --dry-run`)
  return JSON.parse(/\{.*\}\s*$/s.exec(text)![0])
}

test.each([
  [
    'cases.create --field projectId=p --field name=x --field preconditions= --field steps=[] --field customFields[area]=shop --field customFields[risk]=low',
    { customFields: { area: 'shop', risk: 'low' } },
  ],
  [
    'runs.create --field projectId=p --field name=x --field caseIds=a,b --field caseIds=c',
    { caseIds: ['a', 'b', 'c'] },
  ],
  ["runs.create --field projectId=p --field name=x --field 'caseIds= a ,, b '", { caseIds: ['a', 'b'] }],
  [
    'cases.create --field projectId=p --field name=x --field preconditions= --field \'steps=[{"action":"a","expectation":""}]\'',
    { steps: [{ action: 'a', expectation: '' }] },
  ],
])('fields that are given twice are put together: %s', async (line, body) => {
  expect(await bodyOf(line)).toMatchObject(body)
})
