import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { isOutOfReach, somebodyElse } from '../../helpers/somebody-else.ts'
import { programOf } from '../programs.ts'
import { insertProject } from '../rows.ts'
import { createSetting } from './setting.ts'

// DECISIONS 341

let reader: string
beforeAll(async () => {
  reader = await programOf('maintenance/reader')
})

/** Creates the store `team.db` in a read-only folder, and a writable folder. */
const createPlaces = async ({ inUse = false } = {}) => {
  const { folder } = await createSetting()
  const [closed, open] = [join(folder, 'a%20b #1'), join(folder, 'open')]
  await chmod(folder, 0o755)
  for (const one of [closed, open]) await mkdir(one)
  await chmod(open, 0o777)
  const file = join(closed, 'team.db')
  const store = await openStore(`file:${file}`)
  await insertProject(store, 'WEB')
  if (inUse) onTestFinished(store.close)
  else await store.close()
  for (const name of await readdir(closed)) await chmod(join(closed, name), 0o444)
  await chmod(closed, 0o555)
  onTestFinished(() => chmod(closed, 0o755))
  return { closed, open, file }
}

test.skipIf(isOutOfReach).each([{ inUse: false }, { inUse: true }])(
  'a store where nothing can be written is checked, backed up, copied and restored from, in use or not: $inUse',
  async (state) => {
    const { closed, open, file } = await createPlaces(state)
    const before = await readdir(closed)
    const { stdout, stderr } = await execa(process.execPath, [reader, file, open], { cwd: open, ...somebodyElse })
    expect(stderr).toBe('')
    expect(stdout.split('\n')).toEqual(['check: ok', 'backup: ok', 'copy: ok', 'restore: ok'])
    expect(await readdir(closed)).toEqual(before)
  },
)
