import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { worldsAfter } from '../../../helpers/ground.ts'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// The conflicts that --ours and --theirs settle.

let world: SeededWorld
const withApp = worldsOfFewCases(async (world) => {
  await world.prints('testctl projects create --name App --identifier APP')
  await world.prints('testctl cases create --name "logs in" --custom-field area=login -p APP')
})
const inConflict = worldsAfter(withApp, async (world) => {
  await conflict(world, 'WEB')
  await conflict(world, 'APP')
})
afterEach(() => world.remove())
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
const nameOf = async (identifier: string) => (await world.json(`testctl cases get ${identifier}`))['name']

/** Exports a project into a folder, then changes the name of its first case in the file and in the service. */
const conflict = async ({ folder: cwd, prints }: SeededWorld, project: string, folder = project.toLowerCase()) => {
  await prints(`testctl cases export ${folder} -p ${project}`, { cwd })
  const path = join(cwd, folder, `${project}-C1-logs-in.md`)
  await writeFile(path, (await readFile(path, 'utf8')).replace('# logs in', `# ${project} here`))
  await prints(`testctl cases update ${project}-C1 --name "${project} there"`)
}

describe('a choice of a case', () => {
  beforeEach(async () => {
    world = await inConflict()
  })

  test('with its project leaves the case of that number in another project', async () => {
    const { stdout, exitCode } = await type('cases import web app --ours WEB-C1')
    expect([stdout, exitCode]).toEqual([expect.stringContaining('app: ! 1 conflict'), 7])
    expect([await nameOf('WEB-C1'), await nameOf('APP-C1')]).toEqual(['WEB here', 'APP there'])
  })

  test('that is exact counts before one of fewer words', async () => {
    expect((await type('cases import web app --ours C1 --theirs app-c1')).exitCode).toBe(0)
    expect([await nameOf('WEB-C1'), await nameOf('APP-C1')]).toEqual(['WEB here', 'APP there'])
  })

  test('without its project is of every project', async () => {
    expect((await type('cases import web app --ours C1')).exitCode).toBe(0)
    expect([await nameOf('WEB-C1'), await nameOf('APP-C1')]).toEqual(['WEB here', 'APP here'])
  })

  test.each([
    ['import web app', '--ours NOPE-C1', 'NOPE-C1 is a case of the project NOPE, and the files are of WEB and APP'],
    ['import web', '--theirs APP-C1', 'APP-C1 is a case of the project APP, and the files are of WEB'],
    ['export web', '--ours APP-C1', 'APP-C1 is a case of the project APP, and the files are of WEB'],
    ['import web app', '--ours WEB-C1 --ours C99', 'no case of the files is C99'],
    ['import web --dry-run', '--ours WEB-C99', 'no case of the files is WEB-C99'],
    ['import web', '--ours WEB-C1:area', 'WEB-C1 has no field area'],
  ])('cases %s %s is refused, and nothing is sent', async (line, flags, said) => {
    const { stdout, stderr, exitCode } = await type(`cases ${line} ${flags}`)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
    expect(stderr).toContain(`error: ${said}\n`)
    expect([await nameOf('WEB-C1'), await nameOf('APP-C1')]).toEqual(['WEB there', 'APP there'])
  })

  test('that was carried out may be given again', async () => {
    for (let time = 0; time < 2; time++) expect((await type('cases import web --ours WEB-C1:name')).exitCode).toBe(0)
  })
})

test('a custom field in conflict is shown under the name that --theirs takes', async () => {
  world = await withApp()
  await type('cases export web -p WEB')
  const path = join(world.folder, 'web', 'WEB-C1-logs-in.md')
  await writeFile(path, (await readFile(path, 'utf8')).replace('area: login', 'area: here'))
  await world.prints('testctl cases update WEB-C1 --custom-field area=there')
  expect((await type('cases import web')).stdout).toContain('! WEB-C1 WEB-C1-logs-in.md fields.area\n')
  const { stderr } = await type('cases import web --theirs WEB-C1:area')
  expect(stderr).toContain('fields of WEB-C1: name, preconditions, steps, fields.area, fields.weight')
  expect((await type('cases import web --theirs WEB-C1:fields.area')).exitCode).toBe(0)
  expect(await readFile(path, 'utf8')).toContain('area: there')
})

describe('--theirs of what nothing is written back to stays settled', () => {
  beforeEach(async () => {
    world = await withApp()
  })

  test.each([
    [
      'an export',
      (priority: string, flags: string) => [
        `cases import - --from csv -p APP ${flags}`,
        `ID,Title,Priority\n3,Three,${priority}\n`,
      ],
    ],
    [
      'a pipe',
      (priority: string, flags: string) => [
        `cases import - -p APP ${flags}`,
        JSON.stringify({ name: 'Three', customFields: { source: 'tool:3', Priority: priority } }),
      ],
    ],
  ])('%s', async (_, lineOf) => {
    const imported = async (priority: string, flags = '') => {
      const [line = '', stdin = ''] = lineOf(priority, flags)
      const { stdout, exitCode } = await world.type(`testctl ${line}`, { stdin, cwd: world.folder })
      return [stdout.split('\n')[0], exitCode]
    }
    expect(await imported('P1')).toEqual(['+ 1 new  = 0 unchanged', 0])
    const field = 'priority' in (await world.json<{ customFields: object }>('testctl cases get APP-C2')).customFields
    await world.prints(`testctl cases update APP-C2 --custom-field ${field ? 'priority' : 'Priority'}=P9`)
    expect((await imported('P3'))[1]).toBe(7)
    expect((await imported('P3', '--theirs all'))[1]).toBe(0)
    expect(await imported('P3')).toEqual(['= 1 unchanged', 0])
    // The file never had the value that was kept, so its next change must not overwrite that value without a choice.
    expect(await imported('P4')).toEqual(['! 1 conflict  = 0 unchanged', 7])
    expect(await imported('P3')).toEqual(['= 1 unchanged', 0])
    expect(await imported('P4', '--ours all')).toEqual([expect.stringMatching(/^~ 1 changed/), 0])
    expect((await imported('P5'))[0]).toMatch(/^~ 1 changed/)
  })
})
