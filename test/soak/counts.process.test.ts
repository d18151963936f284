import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { raceForCounts, raceForOneTest } from './counts.ts'
import { patience } from '../helpers/soak.ts'

const file = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-soak-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return `file:${folder}/team.db`
}

test('the counts of a run equal its tests at every moment, in a file', patience, async () =>
  raceForCounts(await file()),
)

test('of changes to one test at once the last is left, whole, in a file', patience, async () =>
  raceForOneTest(await file()),
)
