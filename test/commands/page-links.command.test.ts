import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keep } from '../helpers/keep.ts'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'
import { startRemote } from '../helpers/remote.ts'
import { startSite } from '../server/pages/visited.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const linked = { FORCE_HYPERLINK: '1' }

test('the pages of a testctl service are linked to in a report and on a terminal', async () => {
  const { url, secrets } = await startSite()
  const env = { TESTCTL_URL: `${url}/`, TESTCTL_API_KEY: secrets.reader, ...linked }
  await world.prints('testctl runs report WEB-R1 --markdown r.md --slack s.json', { env })
  expect(await readFile(join(world.folder, 'r.md'), 'utf8')).toContain(`[\`WEB-T1\`](${url}/WEB-T1)`)
  expect(await readFile(join(world.folder, 's.json'), 'utf8')).toContain(`"url": "${url}/WEB-R1"`)
  const list = await world.prints('testctl runs list -p WEB', { env, terminal: 80 })
  expect(list).toContain(`\u001b]8;;${url}/WEB-R1\u001b\\WEB-R1\u001b]8;;\u001b\\`)
})

test('a service that is not testctl, and one in a file, have no pages to link to', async () => {
  expect(await world.prints('testctl runs list -p WEB', { env: linked, terminal: 80 })).not.toContain('\u001b]8')
  const remote = keep(await startRemote('key'))
  await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: 'x', color: 'x' })
  const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key', ...linked }
  expect(await world.prints('testctl projects list', { env, terminal: 80 })).toContain('WEB')
  await remote.api.runs.create({
    projectId: (await remote.api.projects.list({})).projects[0]!.id,
    name: 'Nightly',
    caseIds: [],
  })
  expect(await world.prints('testctl runs list -p WEB', { env, terminal: 80 })).not.toContain('\u001b]8')
  const web = { ...env, TESTCTL_WEB_URL: 'https://tests.example.com/{identifier}' }
  expect(await world.prints('testctl runs list -p WEB', { env: web, terminal: 80 })).toContain(
    '\u001b]8;;https://tests.example.com/WEB-R1\u001b\\',
  )
})
