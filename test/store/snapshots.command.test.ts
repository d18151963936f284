import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore, type Store } from '../../src/store/index.ts'
import { insertProject, listProjects } from './rows.ts'

const snapshotOf = (store: Store) => store.read(async (_queries, snapshot) => snapshot)

test('reads of a file see the same snapshot until this or another connection has written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-snapshots-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [here, there] = [await openStore(`file:${folder}/team.db`), await openStore(`file:${folder}/team.db`)]
  onTestFinished(async () => void (await Promise.all([here.close(), there.close()])))
  const seen = [await snapshotOf(here)]
  expect(await snapshotOf(here)).toBe(seen[0])
  await listProjects(there)
  expect(await snapshotOf(here)).toBe(seen[0])
  for (const writer of [here, there, here, there]) {
    await insertProject(writer, `P${seen.length}`)
    expect(seen).not.toContain(await snapshotOf(here))
    seen.push(await snapshotOf(here))
  }
  expect(new Set(seen).size).toBe(5)
})
