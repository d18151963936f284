import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createImporting, type Importing } from '../importing.ts'

// An import of one file is killed and repeated: no case is created twice, none is lost. `KILLS=100` kills it up to 100 times.

const kills = Number(process.env['KILLS'] ?? 6)
let there: Importing
beforeEach(async () => {
  there = await createImporting()
})
afterEach(() => there.close())

// Every third case has the same text.
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
    await writeFile(join(there.folder, name), text)
    let killed = 0
    let isDone = false
    while (killed < kills && !isDone) {
      let puts = 0
      let child: ReturnType<Importing['start']> | undefined
      const at = 2 + (killed % 4)
      there.remote.before = async ({ method }) => {
        if (method !== 'PUT' || ++puts !== at) return
        killed += 1
        child?.kill('SIGKILL')
      }
      child = there.start(name)
      const { exitCode, stderr, signal } = await child
      isDone = signal === undefined
      if (isDone) expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    }
    delete there.remote.before
    expect(killed).toBeGreaterThan(1)
    if (!isDone) expect(await there.complete(name)).toMatch(/^[+=] /)
    const { cases: found } = await there.remote.api.cases.list({ projectId: there.projectId, limit: 1000 })
    const names = (some: readonly { name: string }[]) => some.map((one) => one.name).sort()
    expect(names(found)).toEqual(names(cases))
    const identifiers = (await readFile(join(there.folder, name), 'utf8')).match(/WEB-C\d+/g)
    expect(new Set(identifiers).size).toBe(cases.length)
    expect(await there.complete(name)).toBe(`= ${cases.length} unchanged\n`)
    expect((await readdir(there.folder)).filter((one) => one.startsWith(`.${name}`))).toEqual([
      `.${name}.testctl.ndjson`,
    ])
  },
)
