import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeAll(async () => {
  world = await createSeededWorld({ TESTCTL_PROJECT: 'WEB' })
})
afterAll(() => world.remove())

describe('a flag with a list that is given again adds to it', () => {
  test.each([
    ['tests list R7 --result failed --result inProgress -q', 'tests list R7 --result failed,inProgress -q'],
    ['tests list R7 --relations case --relations comments --json', 'tests list R7 --relations case,comments --json'],
    ['tests get T1 --relations case --relations comments --json', 'tests get T1 --relations case,comments --json'],
    ['tests list R7 --columns name --columns=result', 'tests list R7 --columns name,result'],
  ])('%s', async (line, same) => {
    expect(await world.prints(`testctl ${line}`)).toBe(await world.prints(`testctl ${same}`))
  })

  test('runs create --only: the cases of all the results', async () => {
    const line = 'testctl runs create --name Again --from R7 --only failed --only inProgress -q'
    const run = (await world.prints(line)).trim()
    expect((await world.json<unknown[]>(`testctl tests list ${run}`)).length).toBe(3)
  })
})

test('tests create --case, given twice, is refused with the line for several', async () => {
  expect(await world.fails('testctl tests create R4 --case C1 --case C2')).toEqual({
    exitCode: 2,
    stderr: 'error: --case takes one case\n  try: testctl runs update R4 --add-case C1,C2\n',
  })
})
