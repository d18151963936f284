import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createWorld, type World } from '../../helpers/world.ts'
import { type Submitting, openSubmitting, count, submit, answer, isUpdate } from './submitting.ts'

let there: Submitting<World>
beforeEach(async () => {
  there = await openSubmitting(createWorld)
})
afterEach(() => there.close())

// A submission of many results, and everything that can go wrong meanwhile. The long form (npm run test:soak) is larger.
describe('all results are stored', () => {
  test('though the service restarts midway', async () => {
    let restarted: Promise<void> | undefined
    there.remote.before = async (request) => {
      if (isUpdate(request) && there.updates().length === count / 2) restarted = there.remote.restart(1500)
    }
    const { exitCode, stderr } = await there.machine.type(submit)
    await restarted
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(await there.wrong()).toEqual([])
  })

  test.each([-1, 1])('though the clock is set by %d h while the service restarts', async (hours) => {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    let restarted: Promise<void> | undefined
    there.remote.before = async (request) => {
      if (!isUpdate(request) || there.updates().length !== count / 2) return
      restarted = there.remote.restart(1500)
      setTimeout(() => vi.setSystemTime(Date.now() + hours * 3_600_000), 500)
    }
    const { exitCode, stderr } = await there.machine.type(`${submit} --timeout 1m`)
    await restarted
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(await there.wrong()).toEqual([])
  })

  test('though the service is overloaded for a while, and none is sent before the time that it names', async () => {
    let began = 0
    let early = 0
    there.remote.before = async (request) => {
      if (!isUpdate(request) || there.updates().length < count / 2) return
      began ||= performance.now()
      const since = performance.now() - began
      // Requests that were in flight when it began do not count as early.
      if (since > 1500 && since < 2950) early++
      if (since < 3000) return answer(429, { 'retry-after': '3' })
    }
    const { exitCode, stderr } = await there.machine.type(submit)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(await there.wrong()).toEqual([])
    // Only the sixteen requests in flight are repeated, and no crowd follows them.
    expect(there.updates().length - count).toBeLessThanOrEqual(40)
    expect(early).toBe(0)
  })

  test('though every seventh request fails', async () => {
    let nth = 0
    there.remote.before = async () => (++nth % 7 === 0 ? answer(500) : undefined)
    const { exitCode, stderr } = await there.machine.type(submit)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(await there.wrong()).toEqual([])
  })

  test('though every seventh answer is lost after the work was done', async () => {
    let nth = 0
    there.remote.before = async (request) => {
      if (!isUpdate(request) || ++nth % 7 !== 0) return
      const testId = request.path.split('/').at(-1) ?? ''
      await there.remote.api.tests.update({ testId, ...(JSON.parse(request.body ?? '') as { result: 'passed' }) })
      throw new Error('the connection is cut')
    }
    const { exitCode, stderr } = await there.machine.type(submit)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(await there.wrong()).toEqual([])
  })
})

test('a test that is deleted midway is named, and the others are set', async () => {
  const [, , , victim] = await there.testsOf(there.runId)
  there.remote.before = async (request) => {
    if (isUpdate(request) && there.updates().length === 2)
      await there.remote.api.tests.delete({ testId: victim?.id ?? '' })
  }
  const { exitCode, stdout } = await there.machine.type(submit)
  expect(exitCode).toBe(7)
  const { failures, tests } = JSON.parse(stdout) as { failures: { name: string }[]; tests: { set: number } }
  expect({ set: tests.set, failures: failures.map(({ name }) => name) }).toEqual({
    set: count - 1,
    failures: [victim?.name],
  })
  expect(await there.wrong()).toEqual([])
})

test('a run that is deleted midway ends it soon, and is not called a success', async () => {
  there.remote.before = async (request) => {
    if (isUpdate(request) && there.updates().length === count / 2)
      await there.remote.api.runs.delete({ testRunId: there.runId })
  }
  const { exitCode, stderr } = await there.machine.type(submit)
  expect(exitCode).toBe(7)
  expect(stderr).toContain('were not set')
  expect(there.updates().length).toBeLessThan(count)
})

test('a result that the service takes and does not keep is found, and named', async () => {
  const tests = await there.testsOf(there.runId)
  const forgetful = tests[5]
  there.remote.before = async ({ method, path }) => {
    if (method !== 'POST' || !path.endsWith(forgetful?.id ?? '')) return
    return { status: 200, headers: {}, body: JSON.stringify({ test: { ...forgetful, result: 'passed' } }) }
  }
  const { exitCode, stdout } = await there.machine.type(submit)
  expect(exitCode).toBe(7)
  expect(JSON.parse(stdout)).toMatchObject({
    tests: { set: count - 1, failed: 1 },
    failures: [{ name: forgetful?.name, reason: expect.stringContaining('the run holds untested') }],
  })
})
