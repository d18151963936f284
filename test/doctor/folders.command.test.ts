import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createWorld } from '../helpers/world.ts'
import { examined } from './examined.ts'

test('the doctor says where journals and caches are, and what is lost where they cannot be', async () => {
  const world = await createWorld()
  onTestFinished(world.remove)
  const { checks } = await examined(world)
  expect(checks['state']?.message).toContain(join(world.folder, '.local/state/testctl'))
  expect(checks['cache']?.message).toContain(join(world.folder, '.cache/testctl'))
  const file = join(world.folder, 'file')
  writeFileSync(file, '')
  const { checks: refused } = await examined(world, { XDG_STATE_HOME: file, XDG_CACHE_HOME: file })
  expect(refused['state']).toMatchObject({ status: 'warning', hint: expect.stringContaining("can't be undone") })
  expect(refused['cache']).toMatchObject({ status: 'warning', hint: expect.stringContaining('starts slower') })
})
