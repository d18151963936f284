import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../helpers/seeded-remote.ts'

// Runs are removed from a milestone while others change the runs of that milestone.

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote()
  await there.world.prints('testctl milestones update WEB-M1 --runs WEB-R1-R6')
})
afterEach(() => there.close())

const runs = async () => {
  const { milestone } = await there.remote.api.milestones.get({ identifier: 'WEB-M1', relations: ['test_runs'] })
  return milestone.testRuns?.map(({ displayId }) => displayId)
}
const setRuns = async (...identifiers: string[]) => {
  const testRunIds = await Promise.all(identifiers.map((identifier) => there.world.idOf(identifier)))
  await there.remote.api.milestones.update({ milestoneId: await there.world.idOf('WEB-M1'), testRunIds })
}

describe.each([
  ['in a file', (line: string) => there.world.type(line)],
  ['over HTTP', (line: string) => there.type(line)],
])('at the same time, %s', (_, type) => {
  test('none is put back', async () => {
    const numbers = [1, 2, 3, 4, 5]
    const seen = await Promise.all(numbers.map((at) => type(`testctl runs update WEB-R${at} --no-milestone`)))
    expect(seen.map(({ stdout, exitCode }) => ({ stdout, exitCode }))).toEqual(
      numbers.map((at) => ({ stdout: `WEB-R${at}\n`, exitCode: 0 })),
    )
    expect(await runs()).toEqual([6])
  })
})

test('a run that somebody adds meanwhile stays in the milestone', async () => {
  there.remote.before = async ({ method }) => {
    if (method !== 'POST') return
    delete there.remote.before
    await setRuns('WEB-R1', 'WEB-R2', 'WEB-R7')
  }
  expect(await there.type('testctl runs update WEB-R1 --no-milestone')).toMatchObject({ exitCode: 0, stderr: '' })
  expect(await runs()).toEqual([2, 7])
})

test('one that somebody has taken off meanwhile is taken off', async () => {
  there.remote.before = async ({ method }) => {
    if (method === 'POST') await setRuns('WEB-R2')
  }
  expect(await there.type('testctl runs update WEB-R1 --no-milestone')).toMatchObject({ exitCode: 0, stderr: '' })
  expect(await runs()).toEqual([2])
})

test('one that is there again afterwards is told, on a service that does not know the condition', async () => {
  let isWritten = false
  there.remote.before = async ({ method, headers }) => {
    if (method === 'POST') delete (headers as Record<string, string>)['x-if-unchanged']
    else if (isWritten) await setRuns('WEB-R1', 'WEB-R2')
    isWritten ||= method === 'POST'
  }
  expect(await there.type('testctl runs update WEB-R1 --no-milestone')).toEqual({
    stdout: '',
    stderr:
      'error: WEB-R1 was taken off its milestone, but is in it again: another change may have added it\n  run it again\n',
    exitCode: 7,
  })
})

test('--dry-run shows the list that would be sent', async () => {
  const requests = await there.world.json<{ body: { testRunIds: string[] } }[]>(
    'testctl runs update WEB-R1 --no-milestone --dry-run',
  )
  expect(requests.map(({ body }) => body.testRunIds.length)).toEqual([5])
  expect(await runs()).toHaveLength(6)
})

test('several runs are taken off one after the other, also by a service that does not know the condition', async () => {
  const steps: string[] = []
  there.remote.before = async ({ method, path, headers }) => {
    delete (headers as Record<string, string>)['x-if-unchanged']
    if (path.startsWith('/v1/milestones/milestone/')) steps.push('read')
    else if (path.startsWith('/v1/milestones/') && method === 'POST') steps.push('write')
  }
  const line = 'testctl runs update WEB-R1 WEB-R2 WEB-R3 --no-milestone'
  expect(await there.type(line)).toMatchObject({ exitCode: 0, stderr: '' })
  expect(steps).toEqual(['read', 'write', 'read', 'write', 'read', 'write'])
  expect(await runs()).toEqual([4, 5, 6])
})

test('a run that is named by its id alone stays in its milestone, and the error says what to name', async () => {
  const line = `testctl runs update ${await there.world.idOf('WEB-R1')} --no-milestone`
  expect(await there.type(line)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--no-milestone needs the identifier of the run\n  such as WEB-R7'),
  })
  expect(await runs()).toEqual([1, 2, 3, 4, 5, 6])
})
