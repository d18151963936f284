import { test } from 'vitest'
import { createDatabase } from '../helpers/postgres.ts'
import { raceForCounts, raceForOneTest } from './counts.ts'

const timeout = { timeout: 600_000 }

test('the counts of a run equal its tests at every moment, in PostgreSQL', timeout, async () =>
  raceForCounts((await createDatabase()).address),
)

test('of changes to one test at once the last is left, whole, in PostgreSQL', timeout, async () =>
  raceForOneTest((await createDatabase()).address),
)
