import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { raceForNumbers } from './numbers.ts'
import { shareTeam } from './team.ts'
import { patience, soak } from '../helpers/soak.ts'

// RELIABILITY 6

const folder = mkdtempSync(join(tmpdir(), 'testctl-scale-'))
afterAll(() => rm(folder, { recursive: true }))
const { servers } = shareTeam(async () => `file:${folder}/team.db`, soak ? 4 : 2)

test('servers on one file give every displayId once', patience, () => raceForNumbers(servers))
