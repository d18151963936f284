import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../helpers/seeded-remote.ts'

let there: SeededRemote
let line: string
beforeEach(async () => {
  there = await startSeededRemote()
  line = 'testctl tests list -p WEB --result untested,inProgress,passed,failed --quiet'
})
afterEach(() => there.close())

const isTests = (path: string): boolean => /^\/v1\/tests\/[^/]+$/.test(path)

test('the runs are read several at once, and listed the newest first', async () => {
  const inOrder = (await there.type(line)).stdout
  let open = 0
  let most = 0
  let second: () => void = () => undefined
  const isSecond = new Promise<void>((resolve) => (second = resolve))
  there.remote.before = async ({ path }) => {
    if (!isTests(path)) return
    most = Math.max(most, ++open)
    if (open > 1) second()
    // Waits for a second open request, but at most 500 ms: the first request comes alone.
    await Promise.race([isSecond, setTimeout(500)])
    open--
  }
  const { stdout, exitCode } = await there.type(line)
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: inOrder })
  expect(most).toBeGreaterThan(1)
  const numbers = stdout
    .trim()
    .split('\n')
    .map((one) => Number(one.slice('WEB-T'.length)))
  expect(numbers.slice(0, 1)).toEqual([7])
  expect(numbers.slice(-2)).toEqual([1, 2])
})

test('where the newest run has enough, no other is asked for', async () => {
  there.remote.requests.length = 0
  const { stdout } = await there.type(`${line} --limit 1`)
  expect(stdout).toBe('WEB-T7\n')
  expect(there.remote.requests.filter(({ path }) => isTests(path))).toHaveLength(1)
})

const notFound = { status: 404, headers: {}, body: '{"message":"NOT_FOUND"}' }

test('a run that is deleted while the others are read is left out', async () => {
  const gone = await there.world.idOf('WEB-R2')
  const all = (await there.type(line)).stdout
  there.remote.before = async ({ path }) =>
    path === `/v1/tests/${gone}` || path.endsWith('/WEB-R2') ? notFound : undefined
  const { stdout, stderr, exitCode } = await there.type(line)
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toBe(all.replace('WEB-T3\nWEB-T4\nWEB-T5\n', ''))
})

test('where the tests of a run that is there are not found, that is an error', async () => {
  const gone = await there.world.idOf('WEB-R2')
  there.remote.before = async ({ path }) => (path === `/v1/tests/${gone}` ? notFound : undefined)
  expect(await there.type(line)).toMatchObject({ exitCode: 3 })
})
