import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { raceForNumbers } from './numbers.ts'
import { patience } from '../helpers/soak.ts'

// RELIABILITY 6

test('servers on one file give every displayId once', patience, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-scale-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await raceForNumbers(`file:${folder}/team.db`)
})
