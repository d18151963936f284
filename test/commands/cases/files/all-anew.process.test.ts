import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSeededWorld } from '../../../helpers/seed.ts'

// The line is for GNU sed.
test.skipIf(process.platform !== 'linux')(
  'the line that makes new cases of a folder reaches the folders in it, and keeps texts that look like what it takes away',
  async () => {
    const world = await createSeededWorld()
    const folder = join(world.folder, 'cases')
    await world.prints('testctl cases export cases -p WEB')
    const file = (await readdir(folder)).find((name) => name.startsWith('WEB-C2-'))!
    const moved = join(folder, 'pay', 'two.md')
    await mkdir(join(folder, 'pay'))
    await rename(join(folder, file), moved)
    await writeFile(moved, `${await readFile(moved, 'utf8')}\n## Preconditions\n\ncase: closed\n`)
    await world.prints('testctl cases delete WEB-C1-C14 --yes')
    const { stderr } = await world.type('testctl cases import cases')
    execFileSync('sh', ['-c', /there: (.*)$/m.exec(stderr)?.[1] ?? 'false'], { cwd: world.folder })
    expect(await readFile(moved, 'utf8')).toContain('\ncase: closed\n')
    expect(await world.prints('testctl cases import cases')).toBe('+ 14 new  = 0 unchanged\n')
    expect(await world.prints('testctl cases import cases')).toBe('= 14 unchanged\n')
    await world.remove()
  },
)
