import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createImporting, type Importing } from '../importing.ts'

// However often an import is killed, no case is created twice and none is lost. `KILLS=100` kills it 100 times.

const kills = Number(process.env['KILLS'] ?? 8)
let there: Importing
beforeEach(async () => {
  there = await createImporting()
})
afterEach(() => there.close())

const write = async (from: number, count: number) => {
  for (let at = from; at < from + count; at++) {
    // Every fifth case has the same text as the others of its kind; only the file names differ.
    const name = `Case ${at % 5 === 0 ? 'alike' : at}`
    await writeFile(join(there.folder, 'cases', `c${at}.md`), `# ${name}\n\n## Steps\n\n1. do\n   **Expected:** done\n`)
  }
}

test(
  `an import that is killed ${kills} times creates every case once`,
  { timeout: 300_000 + kills * 20_000 },
  async () => {
    let written = 0
    let killed = 0
    let unfinished = 0
    while (killed < kills) {
      await write(written, 12)
      written += 12
      let isDone = false
      while (killed < kills && !isDone) {
        // Kills at another request each time: at once, or a few milliseconds later, while that request is held back.
        const at = 1 + (killed % 12)
        let puts = 0
        let child: ReturnType<Importing['start']> | undefined
        there.remote.before = async ({ method }) => {
          if (method === 'PUT' && ++puts === at) {
            killed += 1
            if (killed % 3 > 0) await sleep(killed % 7)
            child?.kill('SIGKILL')
          }
        }
        child = there.start('cases')
        const { exitCode, stderr, signal } = await child
        isDone = signal === undefined
        if (isDone) expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
        else unfinished += 1
      }
    }
    delete there.remote.before
    await there.complete('cases')
    expect(unfinished).toBeGreaterThan(0)
    const { cases } = await there.remote.api.cases.list({ projectId: there.projectId, limit: 1000 })
    const files = (await readdir(join(there.folder, 'cases'))).filter((name) => name.endsWith('.md'))
    const named = new Map<string, string>()
    for (const file of files) {
      const text = await readFile(join(there.folder, 'cases', file), 'utf8')
      named.set(/^case: WEB-C(\d+)$/m.exec(text)?.[1] ?? file, /^# (.*)$/m.exec(text)?.[1] ?? '')
    }
    expect(cases.length).toBe(written)
    expect(named.size).toBe(written)
    expect(Object.fromEntries(cases.map(({ displayId, name }) => [String(displayId), name]))).toEqual(
      Object.fromEntries(named),
    )
    expect((await readdir(join(there.folder, 'cases'))).filter((name) => name.startsWith('.'))).toEqual([
      '.testctl-cases.ndjson',
    ])
  },
)
