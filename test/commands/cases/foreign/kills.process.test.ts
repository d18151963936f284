import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testctl } from '../../../helpers/program.ts'
import { type Remote, startRemote } from '../../../helpers/remote.ts'

const key = 'test-key-1234567890'
let folder: string
let remote: Remote
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-'))
  remote = await startRemote(key)
})
afterEach(async () => {
  await remote.close()
  await rm(folder, { recursive: true, force: true })
})

const start = () => {
  const [file, words] = testctl(['cases', 'import', 'export.csv', '-p', 'WEB'])
  const env = { PATH: process.env['PATH'], HOME: folder, TESTCTL_URL: remote.url, TESTCTL_API_KEY: key }
  return execa(file, words, { cwd: folder, env, extendEnv: false, reject: false })
}

/** Waits until the service has done what was on its way to it when its client was killed. */
const settle = async (projectId: string): Promise<void> => {
  for (let before = -1; ; await sleep(500)) {
    const { total } = (await remote.api.cases.list({ projectId, limit: 1 })).pagination
    if (total === before) return
    before = total
  }
}

test('an import of an export that is killed again and again creates every case once', async () => {
  const { project } = await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: 'i', color: '#000000' })
  // Some have the same name, and differ in their id alone.
  // More than four imports get to before they are killed, each with 16 requests under way.
  const rows = Array.from({ length: 300 }, (_, at) => `C${at},${at % 5 === 0 ? 'alike' : `case ${at}`},do`)
  await writeFile(join(folder, 'export.csv'), `ID,Title,Steps\n${rows.join('\n')}\n`)
  let killed = 0
  for (const at of [1, 5, 9, 17, undefined]) {
    let puts = 0
    let child: ReturnType<typeof start> | undefined
    remote.before = async ({ method }) => {
      if (method === 'PUT' && ++puts === at) child?.kill('SIGKILL')
    }
    child = start()
    const { signal } = await child
    if (signal === 'SIGKILL') killed += 1
    await settle(project.id)
  }
  expect(killed).toBe(4)
  const { cases } = await remote.api.cases.list({ projectId: project.id, limit: 1000 })
  const sources = cases.map(({ customFields }) => String(customFields['source']))
  expect(sources.toSorted()).toEqual(rows.map((_, at) => `csv:C${at}`).toSorted())
  expect((await start()).stdout).toBe('= 300 unchanged')
})
