import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { shareTeam } from '../scale/team.ts'
import { raceForCounts, raceForOneTest } from './counts.ts'
import { patience } from '../helpers/soak.ts'

const folder = mkdtempSync(join(tmpdir(), 'testctl-soak-'))
afterAll(() => rm(folder, { recursive: true }))
const team = shareTeam(async () => `file:${folder}/team.db`, 2)

test('the counts of a run equal its tests at every moment, in a file', patience, () => raceForCounts(team))

test('of changes to one test at once the last is left, whole, in a file', patience, () => raceForOneTest(team))
