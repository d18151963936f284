import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { build } from 'rolldown'
import { expect, test } from 'vitest'
import { mount, mountable, unmount } from '../helpers/disk.ts'
import { keep } from '../helpers/keep.ts'

// The temporary folder in which all tests run.

const makePlace = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'place-'))
  keep({ close: () => rm(folder, { recursive: true }) })
  const disk = join(folder, 'disk')
  await mkdir(disk)
  return { folder, disk }
}

/** Runs `suite`, a program that stands for all tests, in a workplace on the disk. */
const run = async ({ folder, disk }: { folder: string; disk: string }, suite: string, room = 1) => {
  const helpers = join(import.meta.dirname, '../helpers')
  const input = join(folder, 'suite.ts')
  const prepare = `import { prepareWorkplace } from '${helpers}/workplace.mts'; prepareWorkplace({ room: ${room} })`
  await writeFile(input, `${prepare}\n${suite}`)
  const outfile = join(folder, 'suite.mjs')
  await build({ input, output: { file: outfile }, platform: 'node' })
  const { exitCode, stderr } = await execa('node', [outfile], { env: { TMPDIR: disk }, reject: false })
  return { exitCode, stderr, left: await readdir(disk) }
}

// Only Linux lists the processes of a folder.
test.skipIf(process.platform !== 'linux')('it is removed when the tests end, with what still runs in it', async () => {
  const suite = `
    import { spawn } from 'node:child_process'
    const { pid } = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }); process.stderr.write(String(pid)); process.exit(3)`
  const { exitCode, stderr, left } = await run(await makePlace(), suite)
  expect({ exitCode, left }).toEqual({ exitCode: 3, left: [] })
  await expect
    .poll(() => execa('ps', ['-o', 'stat=', '-p', stderr], { reject: false }))
    .toHaveProperty('stdout', expect.not.stringMatching(/^[^Z]/))
})

test('too little room is said before the first test', async () => {
  const { exitCode, stderr, left } = await run(await makePlace(), `process.exit(3)`, 1e9)
  expect({ exitCode, left }).toEqual({ exitCode: 1, left: [] })
  expect(stderr).toMatch(
    /^error: the tests need 1000000000 MB in .*, and \d+ MB are free\n {2}try: TMPDIR=\/a\/larger\/folder npm test$/,
  )
})

test.skipIf(!mountable)('a disk that is full when tests have failed is named', async () => {
  const place = await makePlace()
  const { disk } = place
  await mount(disk, '20m')
  keep({ close: () => unmount(disk) })
  await writeFile(join(disk, 'filler'), Buffer.alloc(10 * 1024 ** 2))
  const { exitCode, stderr, left } = await run(place, `process.exitCode = 1`)
  expect({ exitCode, stderr, left }).toEqual({
    exitCode: 1,
    stderr: `error: the disk of ${disk} is full, which may be why tests failed\n  try: TMPDIR=/a/larger/folder npm test`,
    left: ['filler'],
  })
})
