import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeAll(async () => {
  world = await createSeededWorld()
  await world.prints('testctl milestones update WEB-M2 --runs R7,R3')
  await world.prints('testctl tests set WEB-T6 passed')
})
afterAll(() => world.remove())

const screenReader = { terminal: 80, env: { ACCESSIBLE: '1', NO_COLOR: '1' } }

const commands = [
  'testctl runs status WEB-R7',
  'testctl runs wait WEB-R3',
  'testctl runs report WEB-R7',
  'testctl milestones status WEB-M2',
  'testctl milestones report WEB-M2',
  'testctl projects report WEB',
  'testctl cases history WEB-C1',
]

test.each(commands)('a screen reader gets words and no signs of results: %s', async (line) => {
  expect(await world.prints(`${line} --color never`, { terminal: 80 })).toMatch(/[✓✗»]/)
  expect(await world.prints(line, screenReader)).not.toMatch(/[✓✗»]|--/)
})

test('what the bar of a run says stands there in words', async () => {
  expect(await world.prints('testctl runs status WEB-R7', screenReader)).toMatch(
    /^WEB-R7 Nightly 7\n {2}50% done\n {2}total {8}12\n/,
  )
  expect(await world.prints('testctl milestones status WEB-M2', screenReader)).toContain(
    '\n    WEB-R3  100% done  1/1 passed   Nightly 3\n    WEB-R7   50% done  4/12 passed  Nightly 7\n',
  )
  expect(await world.prints('testctl cases history WEB-C1', screenReader)).toMatch(
    /\n {4}WEB-R7 {2}WEB-T7 {2}passed +2024-01-02 {2}Nightly 7 \(ana\)\n/,
  )
})

test('the setting plain does the same', async () => {
  await world.prints('testctl config set plain always')
  const seen = await world.prints('testctl runs status WEB-R7 --color never', { terminal: 80 })
  await world.prints('testctl config unset plain')
  expect(seen).toContain('\n  50% done\n')
  expect(seen).not.toContain('✓')
})
