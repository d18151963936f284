import { afterEach, beforeEach, expect, test } from 'vitest'
import { openServed } from './served.ts'

// A service that sends null as the assignee of an unassigned test and as the author of a change. DECISIONS 22

type Served = Awaited<ReturnType<typeof openServed>>
let { world, remote, execute, held, close } = {} as Served
beforeEach(async () => {
  ;({ world, remote, execute, held, close } = await openServed())
  remote.after = (_, response) => ({
    ...response,
    body: response.body
      .replace(/"(assignedTo)":""/g, '"$1":null')
      .replace(/"((?:cre|upd)atedBy)":"[^"]*"/g, '"$1":null'),
  })
})
afterEach(() => close())

test('a test that somebody has begun and nobody has is gone through, and so are the others', async () => {
  await world.prints('testctl tests set WEB-T3 inProgress')
  const session = await execute('WEB-R2')
  session.press('ppp')
  await session.see(/Every test|The end of the list/)
  session.press('q')
  expect(await session.end()).toMatchObject({ exitCode: 0 })
  expect(await held('WEB-R2')).toBe('passed\npassed\npassed\n')
  expect(session.text()).not.toContain('null')
})
