import { test } from 'vitest'
import { createDatabase } from '../helpers/postgres.ts'
import { shareTeam } from '../scale/team.ts'
import { raceForCounts, raceForOneTest } from './counts.ts'
import { patience } from '../helpers/soak.ts'

const team = shareTeam(async () => (await createDatabase()).address, 2)

test('the counts of a run equal its tests at every moment, in PostgreSQL', patience, () => raceForCounts(team))

test('of changes to one test at once the last is left, whole, in PostgreSQL', patience, () => raceForOneTest(team))
