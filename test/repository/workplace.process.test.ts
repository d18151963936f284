import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { build } from 'rolldown'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mount, mountable, unmount } from '../helpers/disk.ts'
import { createWorld, type World } from '../helpers/world.ts'

// The temporary folder in which all tests run.

let world: World
let disk: string

beforeEach(async () => {
  world = await createWorld()
  disk = join(world.folder, 'disk')
  await mkdir(disk)
})
afterEach(async () => {
  await unmount(disk)
  await world.remove()
})

/** Runs `suite`, a program that stands for all tests, in a workplace on the disk. */
const run = async (suite: string, room = 1) => {
  const helpers = join(import.meta.dirname, '../helpers')
  const input = join(world.folder, 'suite.ts')
  await writeFile(
    input,
    `import { prepareWorkplace } from '${helpers}/workplace.mts'; prepareWorkplace({ room: ${room} }); ${suite}`,
  )
  const outfile = join(world.folder, 'suite.mjs')
  await build({ input, output: { file: outfile }, platform: 'node' })
  const { exitCode, stderr } = await execa('node', [outfile], { env: { TMPDIR: disk }, reject: false })
  return { exitCode, stderr, left: await readdir(disk) }
}

test('it is removed when the tests end, with what still runs in it', async () => {
  const suite = `
    import { spawn } from 'node:child_process'
    const { pid } = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }); process.stderr.write(String(pid)); process.exit(3)`
  const { exitCode, stderr, left } = await run(suite)
  expect({ exitCode, left }).toEqual({ exitCode: 3, left: [] })
  await expect
    .poll(() => execa('ps', ['-o', 'stat=', '-p', stderr], { reject: false }))
    .toHaveProperty('stdout', expect.not.stringMatching(/^[^Z]/))
})

test('too little room is said before the first test', async () => {
  const { exitCode, stderr, left } = await run(`process.exit(3)`, 1e9)
  expect({ exitCode, left }).toEqual({ exitCode: 1, left: [] })
  expect(stderr).toMatch(
    /^error: the tests need 1000000000 MB in .*, and \d+ MB are free\n {2}try: TMPDIR=\/a\/larger\/folder npm test$/,
  )
})

test.skipIf(!mountable)('a disk that is full when tests have failed is named', async () => {
  await mount(disk, '20m')
  await writeFile(join(disk, 'filler'), Buffer.alloc(10 * 1024 ** 2))
  const { exitCode, stderr, left } = await run(`process.exitCode = 1`)
  expect({ exitCode, stderr, left }).toEqual({
    exitCode: 1,
    stderr: `error: the disk of ${disk} is full, which may be why tests failed\n  try: TMPDIR=/a/larger/folder npm test`,
    left: ['filler'],
  })
})
