import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'
import { mistakes } from './table.ts'

// No test changes anything, so they share one world.
let world: SeededWorld
beforeAll(async () => {
  world = await createSeededWorld()
  writeFileSync(join(world.folder, 'notes.txt'), 'Remember the milk, and something more than sixteen bytes.\n')
  writeFileSync(join(world.folder, 'r.xml'), '<testsuite><testcase name="logs in"/></testsuite>')
})
afterAll(() => world.remove())

test.for(mistakes)('$what: testctl $line says what is wrong, and what to do next', async (mistake) => {
  const { line, env, stdin, exitCode, problem, next } = mistake
  const seen = await world.type(`testctl ${line}`, { ...(env && { env }), ...(stdin !== undefined && { stdin }) })
  expect(seen.stderr).toMatch(problem)
  expect(seen.stderr).toMatch(next)
  expect(seen.stderr).not.toMatch(/\/\^|unexpected:/)
  expect(seen.exitCode).toBe(exitCode)
})
