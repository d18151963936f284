import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { topicNames } from '../../src/docs/topics/names.ts'
import { createWorld, type World } from '../helpers/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.remove())

describe('testctl help', () => {
  test.each(topicNames.map((name) => [name]))('%s: a page of 80 columns, through a pipe too', async (name) => {
    const { stdout, stderr, exitCode } = await world.type(`testctl help ${name}`)
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    const lines = stdout.split('\n')
    expect(lines.filter((line) => line.length > 80 && !line.startsWith('  testctl '))).toEqual([])
    expect(lines.filter((line) => line.endsWith(' '))).toEqual([])
    await expect(stdout).toMatchFileSnapshot(`help/topic-${name}.golden.txt`)
    // Wide lines are hard to read.
    expect((await world.type(`testctl help ${name}`, { terminal: 200 })).stdout).toBe(stdout)
  })

  test.each(topicNames.map((name) => [name]))('%s --json: its table', async (name) => {
    const rows = JSON.parse((await world.type(`testctl help ${name} --json`)).stdout) as Record<string, unknown>[]
    expect(rows.length).toBeGreaterThan(4)
    for (const row of rows) expect(Object.keys(row)).toEqual([expect.any(String), 'meaning'])
  })

  test('a terminal of one column gets all of a page', async () => {
    const { stdout } = await world.type('testctl help exit-codes', { terminal: 1 })
    for (const code of ['141', '143', 'terminated']) expect(stdout).toContain(code)
  })

  test.each([
    ['exitcodes', 'exit-codes'],
    ['enviroment', 'environment'],
    ['outptu', 'output'],
    ['match', 'matching'],
  ])('%s: did you mean %s', async (typed, meant) => {
    const { stderr, exitCode } = await world.type(`testctl help ${typed}`)
    expect({ stderr, exitCode }).toEqual({
      stderr: `error: unknown command '${typed}'\n  did you mean ${meant}?\n`,
      exitCode: 2,
    })
  })

  test('a topic and more words is no command', async () => {
    expect(await world.type('testctl help matching tests')).toEqual({
      stdout: '',
      stderr: 'error: matching is a topic, which stands alone\n  try: testctl help matching\n',
      exitCode: 2,
    })
  })
})
