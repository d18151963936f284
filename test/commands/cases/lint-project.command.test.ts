import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'
import { makeRuns } from './many-runs.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const lines = async (flags = '') => {
  const { stdout, exitCode } = await world.type(`testctl cases lint -p WEB ${flags}`)
  expect(exitCode).toBe(8)
  return stdout.split('\n').filter((line) => !line.includes(' no-steps:'))
}

// Of the seven runs of WEB, only R7 has results. Its tests T7 to T12 belong to the cases C1 to C6.
test('cases of a project that no run has a result of are found, and names that stand twice', async () => {
  await world.prints("testctl cases create -p WEB --name 'logs in' --step 'a => b'")
  expect(await lines()).toEqual([
    ...Array.from({ length: 8 }, (_, at) => `WEB-C${at + 7} never-run: no run has a result of it`),
    'WEB-C15 same-name: the name "logs in" is also in WEB-C1',
    'WEB-C15 never-run: no run has a result of it',
    '',
  ])
})

test('cases that the newest runs have no result of are stale', async () => {
  for (const name of ['8', '9', '10'])
    await world.prints(`testctl runs create -p WEB --name ${name} --cases WEB-C1,WEB-C2`)
  await world.prints('testctl tests set WEB-T21 passed')
  const stale = async (runs: number) => (await lines(`--stale ${runs}`)).filter((line) => line.includes(' stale: '))
  expect(await stale(4)).toEqual([])
  expect(await stale(3)).toEqual(
    [2, 3, 4, 5, 6].map((number) => `WEB-C${number} stale: no result in the newest 3 runs`),
  )
})

test('it is told as JSON and SARIF, by the identifier of the case', async () => {
  const json = JSON.parse((await world.type('testctl cases lint -p WEB --json')).stdout) as object[]
  expect(json).toContainEqual({ case: 'WEB-C7', rule: 'never-run', message: 'no run has a result of it' })
  const sarif = (await world.type('testctl cases lint -p WEB --sarif')).stdout
  expect(JSON.parse(sarif)).toMatchObject({
    runs: [
      {
        results: expect.arrayContaining([
          expect.objectContaining({ ruleId: 'never-run', locations: [{ logicalLocations: [{ name: 'WEB-C7' }] }] }),
        ]),
      },
    ],
  })
  expect((await world.type('testctl cases lint -p WEB --annotate')).stderr).toContain(
    '::warning title=never-run::WEB-C7: no run has',
  )
})

test('a project in which nothing is doubtful ends with 0, and reads no more runs than it needs', async () => {
  await world.prints("testctl cases create -p OLD --name a --step 'x => y'")
  await makeRuns(world, { project: 'OLD', names: Array.from({ length: 20 }, () => 'n'), ofAll: true })
  await world.prints('testctl tests set OLD-T20 passed')
  expect(await world.type('testctl cases lint -p OLD')).toEqual({ stdout: '', stderr: '', exitCode: 0 })
  const requests = await world.requests('testctl cases lint -p OLD')
  expect(requests.filter((one) => one.startsWith('GET /v1/tests/'))).toHaveLength(1)
})

test.each(['cases -p WEB', 'cases --stale 3', '--stale 0 -p WEB'])('cases lint %s is refused', async (words) => {
  expect((await world.fails(`testctl cases lint ${words}`)).exitCode).toBe(2)
})
