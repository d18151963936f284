import { test } from 'vitest'
import { createDatabase } from '../helpers/postgres.ts'
import { raceForCounts, raceForOneTest } from './counts.ts'
import { patience } from '../helpers/soak.ts'

test('the counts of a run equal its tests at every moment, in PostgreSQL', patience, async () =>
  raceForCounts((await createDatabase()).address),
)

test('of changes to one test at once the last is left, whole, in PostgreSQL', patience, async () =>
  raceForOneTest((await createDatabase()).address),
)
