import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testctl } from '../../../helpers/program.ts'
import { type Remote, startRemote } from '../../../helpers/remote.ts'

// An import of one file that is killed and repeated: no case twice, none lost. `KILLS=100` kills as often as that.

const kills = Number(process.env['KILLS'] ?? 6)
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

const start = (name: string) => {
  const [file, words] = testctl(['cases', 'import', name, '-p', 'WEB'])
  const env = { PATH: process.env['PATH'], HOME: folder, TESTCTL_URL: remote.url, TESTCTL_API_KEY: key }
  return execa(file, words, { cwd: folder, env, extendEnv: false, reject: false })
}

// Every third says the same as the others of its kind.
const cases = Array.from({ length: 30 }, (_, at) => ({ name: at % 3 === 0 ? 'alike' : `case ${at}` }))
const files = { 'cases.json': `${JSON.stringify(cases, null, 1)}\n`, 'cases.csv': csvOf() }

function csvOf(): string {
  const rows = cases.map(({ name }) => `,${name},,,,`)
  return ['identifier,name,preconditions,step,action,expectation', ...rows, ''].join('\n')
}

test.each(Object.entries(files))(
  `%s that is killed ${kills} times creates every case once`,
  { timeout: 120_000 + kills * 20_000 },
  async (name, text) => {
    await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: 'i', color: '#000000' })
    await writeFile(join(folder, name), text)
    let killed = 0
    for (;;) {
      let puts = 0
      let child: ReturnType<typeof start> | undefined
      const at = 2 + (killed % 4)
      remote.before = async ({ method }) => {
        if (method !== 'PUT' || killed >= kills || ++puts !== at) return
        killed += 1
        child?.kill('SIGKILL')
      }
      child = start(name)
      const { exitCode, stderr, signal } = await child
      if (signal !== undefined) continue
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
      break
    }
    expect(killed).toBeGreaterThan(1)
    const { projects } = await remote.api.projects.list({})
    const { cases: there } = await remote.api.cases.list({ projectId: projects[0]!.id, limit: 1000 })
    const names = (some: readonly { name: string }[]) => some.map((one) => one.name).sort()
    expect(names(there)).toEqual(names(cases))
    const identifiers = (await readFile(join(folder, name), 'utf8')).match(/WEB-C\d+/g)
    expect(new Set(identifiers).size).toBe(cases.length)
    const { stdout } = await start(name)
    expect(stdout).toBe(`= ${cases.length} unchanged`)
    expect((await readdir(folder)).filter((one) => one.startsWith(`.${name}`))).toEqual([`.${name}.testctl.ndjson`])
  },
)
