import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InterruptedError } from '../../../src/errors.ts'
import { type Watched, openWatched, framesOf } from './watched.ts'

let watched: Watched
beforeEach(async () => {
  watched = await openWatched()
})
afterEach(() => watched.close())

describe('how it ends', () => {
  test('with exit 8 where the gate is not met when the run is done', async () => {
    const seen = await watched.watchWhile('testctl runs watch WEB-R1 --gate failed', [
      'testctl tests set WEB-T1 WEB-T2 failed',
    ])
    expect(seen).toMatchObject({
      exitCode: 8,
      stderr: expect.stringContaining('error: the gate of WEB-R1 is not met: 2 tests failed\n'),
    })
  })

  test('with exit 8 when time is up', async () => {
    const { stderr, exitCode } = await watched.world.type('testctl runs watch WEB-R7 --timeout 40ms --interval 10ms')
    expect(exitCode).toBe(8)
    expect(stderr).toMatch(/^error: WEB-R7 is not done: 6 tests still open after 40ms: 5 untested, 1 in progress\n/)
  })

  test('with exit 3 when the run is deleted', async () => {
    const seen = await watched.watchWhile('testctl runs watch WEB-R1', ['testctl runs delete WEB-R1 --yes'])
    expect(seen).toEqual({
      stdout: '',
      stderr: expect.stringMatching(
        /^error: there is no test run WEB-R1: it may have been deleted\n {2}try: testctl runs list -p WEB\n/,
      ),
      exitCode: 3,
    })
  })

  test('at once on Ctrl-C, which is no error; the board stays', async () => {
    const controller = new AbortController()
    const typed = { stop: controller.signal, terminal: 80 }
    const interrupt = () => controller.abort(new InterruptedError('interrupted'))
    const { stdout, stderr, exitCode } = await watched.watchWhile('testctl runs watch WEB-R1', [interrupt], typed)
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 130 })
    expect(framesOf(stdout).length).toBe(1)
  })
})

test.for([
  ['--timeout soon', '--timeout: "soon" is not a time'],
  ['--interval 0', '--interval: "0" is not a time'],
  ['--gate done', 'there is no result "done"'],
])('%s is refused before anything is sent', async ([flags, error]) => {
  const line = `testctl runs watch WEB-R7 ${flags}`
  expect(await watched.world.fails(line)).toEqual({ exitCode: 2, stderr: expect.stringContaining(`error: ${error}\n`) })
  expect(await watched.world.requests(line)).toEqual([])
})
