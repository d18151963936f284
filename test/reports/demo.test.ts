import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readFiles } from './reading.ts'

const file = resolve(import.meta.dirname, '../../src/demo/junit.xml')

test('the report that comes with testctl has something of everything, under names that are told apart', async () => {
  const { reports, outcomes } = await readFiles([file])
  expect(reports).toMatchObject([{ cases: 27, passed: 22, failed: 3, skipped: 2 }])
  expect(new Set(outcomes.map(({ name }) => name)).size).toBe(27)
})

test('nothing in it tells of the machine that it was made on', () => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/hostname|\/(home|tmp|work|root|Users)\//)
})
