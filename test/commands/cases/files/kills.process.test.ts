import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testctl } from '../../../helpers/program.ts'
import { type Remote, startRemote } from '../../../helpers/remote.ts'

// However often an import is killed: no case twice, none lost. `KILLS=100` kills as often as that.

const kills = Number(process.env['KILLS'] ?? 8)
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
  const [file, words] = testctl(['cases', 'import', 'cases', '-p', 'WEB'])
  const env = { PATH: process.env['PATH'], HOME: folder, TESTCTL_URL: remote.url, TESTCTL_API_KEY: key }
  return execa(file, words, { cwd: folder, env, extendEnv: false, reject: false })
}

const write = async (from: number, count: number) => {
  for (let at = from; at < from + count; at++) {
    // Some say the same as others, and differ in their file alone.
    const name = `Case ${at % 5 === 0 ? 'alike' : at}`
    await writeFile(join(folder, 'cases', `c${at}.md`), `# ${name}\n\n## Steps\n\n1. do\n   **Expected:** done\n`)
  }
}

test(
  `an import that is killed ${kills} times creates every case once`,
  { timeout: 300_000 + kills * 20_000 },
  async () => {
    await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: 'i', color: '#000000' })
    await mkdir(join(folder, 'cases'))
    let written = 0
    let killed = 0
    let unfinished = 0
    while (killed < kills) {
      await write(written, 12)
      written += 12
      for (;;) {
        // At another request each time: when it has come, or some time after it was answered.
        const at = 1 + (killed % 12)
        let puts = 0
        let child: ReturnType<typeof start> | undefined
        remote.before = async ({ method }) => {
          if (method === 'PUT' && ++puts === at && killed < kills) {
            killed += 1
            if (killed % 3 > 0) await sleep(killed % 7)
            child?.kill('SIGKILL')
          }
        }
        child = start()
        const { exitCode, stderr, signal } = await child
        if (signal === undefined) {
          expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
          break
        }
        unfinished += 1
      }
    }
    expect(unfinished).toBeGreaterThan(0)
    const { projects } = await remote.api.projects.list({})
    const { cases } = await remote.api.cases.list({ projectId: projects[0]!.id, limit: 1000 })
    const files = (await readdir(join(folder, 'cases'))).filter((name) => name.endsWith('.md'))
    const named = new Map<string, string>()
    for (const file of files) {
      const text = await readFile(join(folder, 'cases', file), 'utf8')
      named.set(/^case: WEB-C(\d+)$/m.exec(text)?.[1] ?? file, /^# (.*)$/m.exec(text)?.[1] ?? '')
    }
    expect(cases.length).toBe(written)
    expect(named.size).toBe(written)
    expect(Object.fromEntries(cases.map(({ displayId, name }) => [String(displayId), name]))).toEqual(
      Object.fromEntries(named),
    )
    expect((await readdir(join(folder, 'cases'))).filter((name) => name.startsWith('.'))).toEqual([
      '.testctl-cases.ndjson',
    ])
  },
)
