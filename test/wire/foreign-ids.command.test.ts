import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../helpers/seeded-remote.ts'

// Ids from a service that cannot stand in a path. The user did not type them.

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote()
  there.remote.after = ({ method }, response) =>
    method === 'GET' && response.status === 200
      ? { status: 200, headers: {}, body: response.body.replace(/"(id|caseId)":"/g, '"$1":"x/') }
      : response
})
afterEach(() => there.close())

test.each(['tests set WEB-T1 passed', 'cases update WEB-C1 --name New', 'tests list WEB-R7', 'cases list -p WEB'])(
  '%s ends with the error of the service',
  async (line) => {
    const { stderr, exitCode } = await there.type(`testctl ${line}`)
    expect([exitCode, stderr]).toEqual([
      5,
      expect.stringMatching(/^error: "x\/[^"]+", which the service gave, cannot be used as \w+\n {2}tell the operator/),
    ])
  },
)

test('what does not need them goes on', async () => {
  expect(await there.type('testctl tests get WEB-T1 --columns name')).toMatchObject({ exitCode: 0 })
})

test.each(['tests set x/1 passed', 'cases delete ../C1 --yes', 'api tests.update --test-id x/1 --result passed'])(
  '%s is still a mistake of what was typed',
  async (line) => {
    expect(await there.type(`testctl ${line}`)).toMatchObject({ exitCode: 2, stdout: '' })
  },
)
