import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../helpers/seeded-remote.ts'

// The service, or a cache in front of it, answers with another item than the requested one.

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote()
})
afterEach(() => there.close())

test.each([
  ['cases', 'case', 'WEB-C1', 'WEB-C3', 'cases delete WEB-C1 --yes'],
  ['runs', 'testRun', 'WEB-R1', 'WEB-R2', 'runs delete WEB-R1 --yes'],
  ['tests', 'test', 'WEB-T1', 'WEB-T2', 'tests set WEB-T1 passed'],
  ['milestones', 'milestone', 'WEB-M1', 'WEB-M2', 'milestones update WEB-M1 --name New'],
])('no other of the %s is changed in its place', async (noun, key, asked, other, line) => {
  const found = await there.world.json(`testctl ${noun} get ${other}`)
  there.remote.after = ({ path }, response) =>
    path.endsWith(`/${asked}`) ? { ...response, body: JSON.stringify({ [key]: found }) } : response
  const changes: string[] = []
  there.remote.before = async ({ method }) => void (method === 'GET' || changes.push(method))
  const { exitCode, stdout, stderr } = await there.type(`testctl ${line}`)
  expect({ exitCode, stdout, changes }).toEqual({ exitCode: 5, stdout: '', changes: [] })
  expect(stderr).toContain(`the service was asked for ${asked} and answers number ${other.slice(5)}`)
})
