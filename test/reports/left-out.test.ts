import { expect, test } from 'vitest'
import { lines } from './linereading.ts'
import { readWhole } from './reading.ts'

// testctl reports the parts of a report that are not the result of a test, and keeps the other results.

test('Cucumber: a feature that cannot be read is told by its file', async () => {
  const report = lines(
    { meta: { protocolVersion: '32.0.0' } },
    { parseError: { source: { uri: 'a.feature' }, message: '(3:1): expected: #Feature\nand more' } },
    { testRunFinished: { success: false } },
  )
  await expect(readWhole(report)).rejects.toThrow(
    /^stdin has no result in it; a\.feature: a feature cannot be read: \(3:1\): expected: #Feature$/,
  )
})

test('RSpec: an example with a status that is not known is told by its name', async () => {
  const example = (description: string, status: string) => ({ id: description, description, full_description: description, status })
  const report = {
    version: '3.13',
    examples: [example('pays', 'passed'), example('leaves', 'asleep')],
    summary: { example_count: 2, errors_outside_of_examples_count: 0 },
  }
  const { passed, dropped } = await readWhole(JSON.stringify(report))
  expect(passed).toBe(1)
  expect(dropped).toMatchObject([{ name: 'leaves', reason: expect.stringContaining('"asleep"') as string }])
})

test('Go: a test that begins again before it has ended has failed, and the second one counts for itself', async () => {
  const event = (Action: string, Output?: string) => ({ Action, Package: 'p', Test: 'TestPay', ...(Output && { Output }) })
  const { outcomes } = await readWhole(
    lines(
      { Action: 'start', Package: 'p' },
      event('run'),
      event('output', 'first\n'),
      event('run'),
      event('pass'),
      { Action: 'fail', Package: 'p' },
    ),
  )
  expect(outcomes).toMatchObject([
    { name: 'TestPay', result: 'failed', messages: [{ message: 'it began and never ended', text: 'first' }] },
    { name: 'TestPay', result: 'passed', messages: [] },
  ])
})

test.each([{ fail: true }, { state: 'failed' }])('Mochawesome: a hook with %j is told, and others are not', async (end) => {
  const suite = {
    title: 'shop',
    file: 'a.js',
    beforeHooks: [
      { title: 'opens', fullTitle: 'shop opens', err: { message: 'no power\nat all' }, ...end },
      { title: 'sweeps', fail: false, state: 'passed', err: {} },
    ],
    tests: [{ title: 'pays', fullTitle: 'shop pays', state: 'passed', pass: true, err: {} }],
    suites: [],
  }
  const report = { stats: { suites: 1, tests: 1, testsRegistered: 1 }, results: [{ title: '', suites: [suite], tests: [] }] }
  const { passed, dropped } = await readWhole(JSON.stringify(report))
  expect(passed).toBe(1)
  expect(dropped).toMatchObject([{ name: 'shop opens', reason: 'failed outside of its tests: no power' }])
})
