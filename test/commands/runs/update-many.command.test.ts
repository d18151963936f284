import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../helpers/seeded-remote.ts'

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote()
})
afterEach(() => there.close())

test('the milestone and the cases that many runs are given are looked for once', async () => {
  const line = "testctl runs update WEB-R1 WEB-R2 WEB-R3 --milestone M1 --add-case 'C1-C14' --json"
  const { stdout, exitCode } = await there.type(line)
  expect(exitCode).toBe(0)
  const runs = JSON.parse(stdout) as { milestoneId: string; results: { total: number } }[]
  const milestone = await there.world.idOf('WEB-M1')
  expect(runs.map(({ milestoneId, results }) => [milestoneId, results.total])).toEqual(Array(3).fill([milestone, 14]))
  const asked = there.remote.requests.map(({ method, path }) => `${method} ${path}`)
  expect(asked.filter((one) => one.endsWith('/WEB-M1'))).toHaveLength(1)
  expect(asked.filter((one) => one.endsWith('/WEB-C1'))).toHaveLength(1)
  expect(asked.filter((one) => one.startsWith('POST /v1/test-runs/'))).toHaveLength(3)
})
