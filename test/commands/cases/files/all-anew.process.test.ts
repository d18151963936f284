import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

const hasSed = process.platform !== 'win32'

let world: SeededWorld
let moved: string
const makeWorld = worldsOfFewCases((world) => world.prints('testctl cases export cases -p WEB'))
beforeEach(async () => {
  world = await makeWorld()
  const folder = join(world.folder, 'cases')
  const file = (await readdir(folder)).find((name) => name.startsWith('WEB-C2-'))!
  moved = join(folder, 'pay', 'two.md')
  await mkdir(join(folder, 'pay'))
  await rename(join(folder, file), moved)
})
afterEach(() => world.remove())

/** Runs a command line from a message of testctl in a shell. */
const run = (line = 'false') => execFileSync('sh', ['-c', line], { cwd: world.folder })

test.runIf(hasSed)(
  'the line that makes new cases of a folder reaches the folders in it, and keeps texts that look like what it takes away',
  async () => {
    await writeFile(moved, `${await readFile(moved, 'utf8')}\n## Preconditions\n\ncase: closed\n`)
    await world.prints('testctl cases delete WEB-C1-C3 --yes')
    const { stderr } = await world.type('testctl cases import cases')
    run(/there: (.*)$/m.exec(stderr)?.[1])
    expect(await readFile(moved, 'utf8')).toContain('\ncase: closed\n')
    expect(await world.prints('testctl cases import cases')).toBe('+ 3 new  = 0 unchanged\n')
    expect(await world.prints('testctl cases import cases')).toBe('= 3 unchanged\n')
  },
)

test.runIf(hasSed)(
  'the line makes new cases of those, too, that have nothing but a name, also one that Markdown would change',
  async () => {
    const names = ['Nothing but a name', '* a star']
    for (const name of names) await world.prints(`testctl cases create -p OLD --name '${name}'`)
    await world.prints('testctl cases export old -p OLD')
    const ids = (await world.prints('testctl cases list -p OLD -q')).trim().split('\n')
    await world.prints(`testctl cases delete ${ids.join(' ')} --yes`)
    const { stderr } = await world.type('testctl cases import old')
    run(/there: (.*)$/m.exec(stderr)?.[1])
    expect(await world.type('testctl cases import old -p OLD')).toMatchObject({ stderr: '', exitCode: 0 })
    const found = await world.json<{ name: string }[]>('testctl cases list -p OLD')
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  },
)

test.runIf(hasSed)(
  'the line that renames the project of a folder reaches the folders in it, and keeps texts that look like what it changes',
  async () => {
    await writeFile(moved, `${await readFile(moved, 'utf8')}\n## Preconditions\n\ncase: WEB-C2\n`)
    await world.prints('testctl projects update WEB --identifier APP')
    const { exitCode, stderr } = await world.type('testctl cases import cases -p APP')
    expect(exitCode).toBe(2)
    run(/if WEB is called APP now: (.*)$/m.exec(stderr)?.[1]?.replace('FOLDER', 'cases'))
    const text = await readFile(moved, 'utf8')
    expect(text).toContain('\ncase: APP-C2\n')
    expect(text).toContain('\ncase: WEB-C2\n')
    expect(await world.prints('testctl cases import cases -p APP')).toBe(
      '~ 1 changed (preconditions 1)  = 2 unchanged\n',
    )
  },
)
