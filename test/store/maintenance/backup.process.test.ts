import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { backUp } from '../../../src/store/maintenance/backup.ts'
import { check } from '../../../src/store/maintenance/check.ts'
import { restore } from '../../../src/store/maintenance/restore.ts'
import { template } from '../../helpers/seed.ts'
import { programOf } from '../programs.ts'
import { insertProject } from '../rows.ts'
import { createSetting, digestsOf, using } from './setting.ts'

// RELIABILITY 18

let writer: string
let keeper: string
beforeAll(async () => {
  ;[writer, keeper] = await Promise.all([programOf('writer'), programOf('maintenance/keeper')])
})

const createTeam = async () => {
  const setting = await createSetting()
  await copyFile(await template(), join(setting.folder, 'team.db'))
  return {
    setting,
    store: `file:${setting.folder}/team.db`,
    place: (label: string) => ({ label, path: join(setting.folder, label) }),
  }
}

test('backups that are made while another process writes fit together, and hold what was promised before', async () => {
  const { setting, store, place } = await createTeam()
  const promised = new Set<string>()
  const child = execa(process.execPath, [writer, join(setting.folder, 'team.db'), '4', '100'])
  child.stdout.on('data', (text: Buffer) => {
    for (const [, id = ''] of text.toString().matchAll(/^case (\S+)$/gm)) promised.add(id)
  })
  for (let round = 0; round < 8; round++) {
    const before = [...promised]
    const { file } = await backUp({ from: store, to: place(`${round}.db`) }, setting)
    expect((await check(`file:${file}`, setting)).findings).toEqual([])
    const kept = await using(`file:${setting.folder}/${file}`, (opened) =>
      opened.read((queries) => queries.selectFrom('cases').select('id').execute()),
    )
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(before))
  }
  await child
})

test('a process that is killed in the middle leaves no file under the name', async () => {
  const { setting, store, place } = await createTeam()
  for (const delay of [0, 4, 8, 12, 16, 20, 25, 30, 40, 50]) {
    const child = execa(process.execPath, [keeper, 'team.db', 'backup.db'], { cwd: setting.folder, reject: false })
    // Waits until the process has started.
    await once(child.stdout, 'data')
    setTimeout(() => child.kill('SIGKILL'), delay)
    await child
    if (!(await readdir(setting.folder)).includes('backup.db')) continue
    expect((await check('file:backup.db', setting)).findings).toEqual([])
    await rm(place('backup.db').path)
  }
  await backUp({ from: store, to: place('backup.db') }, setting)
})

test('a backup is for its owner alone, is one file, and can be read where nothing can be written', async () => {
  const { setting, store, place } = await createTeam()
  await backUp({ from: store, to: place('backup.db') }, setting)
  expect((await stat(place('backup.db').path)).mode & 0o777).toBe(0o600)
  expect(await readdir(setting.folder)).toEqual(['backup.db', 'team.db'])
  await chmod(place('backup.db').path, 0o400)
  expect((await check('file:backup.db', setting)).findings).toEqual([])
})

test('a file that is there is replaced when that is wished, and only then', async () => {
  const { setting, store, place } = await createTeam()
  await writeFile(place('notes.txt').path, 'mine')
  const to = place('notes.txt')
  await expect(backUp({ from: store, to }, setting)).rejects.toThrow('notes.txt exists already')
  expect(await readFile(to.path, 'utf8')).toBe('mine')
  await backUp({ from: store, to, force: true }, setting)
  expect(await digestsOf(`file:${to.path}`)).toEqual(await digestsOf(store))
})

test('a store cannot be backed up into itself, even by force', async () => {
  const { setting, store, place } = await createTeam()
  await expect(backUp({ from: store, to: place('team.db'), force: true }, setting)).rejects.toThrow('itself')
  expect((await check(store, setting)).counts).toMatchObject({ cases: 14 })
})

test('a backup that is cut off or overwritten is refused, and the store stays', async () => {
  const { setting, store, place } = await createTeam()
  await backUp({ from: store, to: place('backup.db') }, setting)
  const whole = await readFile(place('backup.db').path)
  const before = await digestsOf(store)
  const broken = [
    whole.subarray(0, 50_000),
    whole.subarray(0, 100),
    Buffer.concat([whole.subarray(0, 8192), Buffer.alloc(40_000, 7), whole.subarray(48_192)]),
  ]
  for (const bytes of broken) {
    await writeFile(place('backup.db').path, bytes)
    await expect(restore({ file: place('backup.db'), to: store, replace: true }, setting)).rejects.toThrow(
      /^((the (store|backup) )?backup\.db is (damaged|not a testctl store)|bytes of the backup backup\.db have changed)/,
    )
    expect(await digestsOf(store)).toEqual(before)
    expect((await readdir(setting.folder)).toSorted()).toEqual(['backup.db', 'team.db'])
  }
})

test('what others write while a backup is restored is in the store or in what is kept of it', async () => {
  const { setting, store, place } = await createTeam()
  await backUp({ from: store, to: place('backup.db') }, setting)
  const kept = await digestsOf(store)
  await using(store, async (server) => {
    await insertProject(server, 'NEW')
    const { before } = await restore({ file: place('backup.db'), to: store, replace: true }, setting)
    expect(await digestsOf(store)).toEqual(kept)
    const counts = (await check(`file:${before!}`, setting)).counts
    expect(counts).toMatchObject({ projects: 3 })
    // The server that has it open keeps working.
    await insertProject(server, 'LATER')
  })
  expect((await check(store, setting)).counts).toMatchObject({ projects: 3 })
})

const mounted = async (): Promise<string | undefined> => {
  const disk = await mkdtemp(join(tmpdir(), 'testctl-disk-'))
  const { exitCode } = await execa('mount', ['-t', 'tmpfs', '-o', 'size=96k', 'tmpfs', disk], { reject: false })
  onTestFinished(async () => {
    await execa('umount', ['-l', disk], { reject: false })
    await rm(disk, { recursive: true })
  })
  return exitCode === 0 ? disk : undefined
}

test('a disk that is full gets no half file, and is named', async ({ skip }) => {
  const { setting, store } = await createTeam()
  const disk = await mounted()
  if (!disk) return skip('this user may not mount')
  await expect(
    backUp({ from: store, to: { label: 'backup.db', path: join(disk, 'backup.db') } }, setting),
  ).rejects.toThrow('no space is left for the store backup.db; this change was not written')
  expect(await readdir(disk)).toEqual([])
})
