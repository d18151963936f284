import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

// No test changes anything, so they share one world.
let world: SeededWorld
beforeAll(async () => {
  world = await createSeededWorld({ TESTCTL_PROJECT: 'WEB', NO_COLOR: '1' })
})
afterAll(() => world.remove())

test.for([
  'projects list',
  'cases list',
  'runs list',
  'tests list R7',
  'milestones list',
  'comments list T1',
  'config list',
  'projects get WEB',
  'cases get C1',
  'runs get R7',
  'tests get T13',
  'milestones get M1',
  'runs status R7',
  'milestones status M1',
  'cases history C1',
  'runs diff R1 R7',
  'runs report R7',
  'milestones report M1',
  'projects report WEB',
])('testctl %s breaks between words on 20 and 40 columns', async (line) => {
  for (const terminal of [20, 40]) {
    const { stdout, stderr, exitCode } = await world.type(`testctl ${line}`, { terminal })
    expect(exitCode).toBe(0)
    // A word that is longer than the line stays whole, so that it can be copied.
    const tooLong = `${stdout}${stderr}`.split('\n').filter((one) => one.length > terminal && one.trim().includes(' '))
    expect({ terminal, tooLong }).toEqual({ terminal, tooLong: [] })
  }
})
