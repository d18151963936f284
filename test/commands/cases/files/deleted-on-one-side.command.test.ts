import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// A case that one side deleted and the other changed is a conflict that neither --ours nor --theirs settles: the error says what to do.

let world: SeededWorld
const makeWorld = worldsOfFewCases((world) => world.prints('testctl cases export cases -p WEB'))
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

const fileOf = async (identifier: string) => {
  const names = await readdir(join(world.folder, 'cases'))
  return join(world.folder, 'cases', names.find((name) => name.startsWith(`${identifier}-`)) ?? '')
}

test('its file is deleted, and it was changed there: the line to type brings the file back', async () => {
  for (const identifier of ['WEB-C2', 'WEB-C3']) {
    await rm(await fileOf(identifier))
    await world.prints(`testctl cases update ${identifier} --name 'Theirs now'`)
  }
  const { exitCode, stderr } = await world.type('testctl cases import cases --prune --yes')
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('error: 2 conflicts left'),
  })
  const [, line = ''] = /^ {2}try: (.*)$/m.exec(stderr) ?? []
  expect(line).toBe('testctl cases export cases --theirs WEB-C2 --theirs WEB-C3')
  await world.prints(line)
  expect(await readFile(await fileOf('WEB-C2'), 'utf8')).toContain('# Theirs now')
  expect(await world.prints('testctl cases import cases --prune --yes')).toContain('= 3 unchanged')
})

test('it is deleted there, and its file was changed: without its case and source it is a new one', async () => {
  await world.prints('testctl cases delete WEB-C2 --yes')
  const file = await fileOf('WEB-C2')
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^# /m, '# Our '))
  const { exitCode, stderr } = await world.type('testctl cases import cases --ours all')
  expect(exitCode).toBe(7)
  expect(stderr).toMatch(/^ {2}remove WEB-C2-.*\.md; or its lines case: and source:, and it is a new case$/m)
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^(case|source): .*\n/gm, ''))
  expect(await world.prints('testctl cases import cases')).toContain('+ 1 new')
})

test('a copy of a file without its case is refused where its source is that of the original, which stays', async () => {
  await writeFile(join(world.folder, 's.csv'), 'ID,Name\n1,Imported\n2,Another\n')
  await world.prints('testctl cases import s.csv -p WEB')
  await world.prints('testctl cases export cases')
  const original = await readFile(await fileOf('WEB-C15'), 'utf8')
  const copy = join(world.folder, 'cases', 'copy.md')
  await writeFile(copy, original.replace(/^case: .*\n/m, '').replace('# Imported', '# A new one'))
  const { exitCode, stderr } = await world.type('testctl cases import cases')
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(/copy\.md: its source is that of WEB-C15 \(WEB-C15-imported\.md\): take it away/)
  expect(await world.json('testctl cases get WEB-C15')).toMatchObject({ name: 'Imported' })
  await writeFile(copy, (await readFile(copy, 'utf8')).replace(/^ *source: .*\n/m, ''))
  expect(await world.prints('testctl cases import cases')).toContain('+ 1 new')
})

describe('files of which the service has no case, though it had them: it is another one', () => {
  const lineIn = (stderr: string) => /there: (find .*)$/m.exec(stderr)?.[1] ?? ''

  test('a folder is not taken for imported, and the line that makes new cases of its files is shown', async () => {
    await world.prints('testctl cases delete WEB-C1-C3 --yes')
    for (const flag of ['--dry-run', '', '--ours all']) {
      const { stdout, stderr, exitCode } = await world.type(`testctl cases import cases ${flag}`)
      expect({ stdout, exitCode }).toEqual({ stdout: expect.stringMatching(/^x 3 deleted there/), exitCode: 7 })
      expect(stderr).toContain(
        'error: none of the 3 cases of cases is in WEB\n  were they deleted there? --theirs all;',
      )
      expect(lineIn(stderr)).toBe("find cases -name '*.md' -exec sed -i.bak '2,/^---/{/^case: [^ ]*$/d;}' {} +")
    }
  })

  test('--theirs all says that they were deleted there', async () => {
    await world.prints('testctl cases delete WEB-C1-C3 --yes')
    for (const flags of ['--theirs all', '--theirs all --dry-run'])
      expect(await world.type(`testctl cases import cases ${flags}`)).toMatchObject({ stderr: '', exitCode: 0 })
  })

  test('where nothing was ever compared, the same is advised, but not for one identifier that is wrong', async () => {
    await rm(join(world.folder, 'cases', '.testctl-cases.ndjson'))
    const file = await fileOf('WEB-C2')
    await writeFile(file, (await readFile(file, 'utf8')).replace('WEB-C2', 'WEB-C99'))
    const one = await world.type('testctl cases import cases')
    expect({ exitCode: one.exitCode, line: lineIn(one.stderr) }).toEqual({ exitCode: 2, line: '' })
    await world.prints('testctl cases delete WEB-C1-C3 --yes')
    const all = await world.type('testctl cases import cases')
    expect({ exitCode: all.exitCode, line: lineIn(all.stderr) }).toEqual({
      exitCode: 2,
      line: "find FOLDER -name '*.md' -exec sed -i.bak '2,/^---/{/^case: [^ ]*$/d;}' {} +",
    })
  })
})

test.each(['csv', 'json', 'yaml', 'ndjson'])(
  'a plan of an export into an existing file says what is done: .%s',
  async (ending) => {
    const file = `list.${ending}`
    await world.prints(`testctl cases export ${file} -p WEB`)
    expect(await world.prints(`testctl cases export ${file} -p WEB --dry-run --exit-code`)).toBe('= 3 unchanged\n')
    await world.prints("testctl cases update WEB-C2 --name 'Theirs now'")
    const plan = await world.prints(`testctl cases export ${file} -p WEB --dry-run`)
    expect(await world.prints(`testctl cases export ${file} -p WEB`)).toBe(plan)
  },
)
