import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { version } from '../../package.json'
import { quoteWord } from '../../src/system/shell-line.ts'
import { createMachine, type Machine } from '../e2e/machine.ts'
import { root } from '../helpers/world.ts'
import { file, release, serveRelease } from './releases.ts'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(() => machine.remove())

const install = async (files: Readonly<Record<string, string>>, words: string, { system = '' } = {}) => {
  const releases = await serveRelease(files)
  try {
    // The script asks uname for the system.
    if (system) await writeFile(join(machine.folder, 'uname'), `#!/bin/sh\necho ${system}\n`, { mode: 0o755 })
    const env = { TESTCTL_RELEASES: releases.url, PATH: `${machine.folder}:/usr/bin:/bin`, TMPDIR: machine.folder }
    return await machine.shell(`sh ${quoteWord(`${root}/.github/actions/install.sh`)} ${words}`, { env })
  } finally {
    await releases.close()
  }
}

test('the program of a release is installed into a folder, which is made, and nothing else is left', async () => {
  expect(await install(await release(), `${version} tools/bin`)).toEqual({ stdout: '', stderr: '', exitCode: 0 })
  expect(await readdir(machine.folder)).toEqual(['tools'])
  expect((await machine.shell('tools/bin/testctl --version')).stdout).toMatch(/^testctl \d/)
})

test('a program whose sum is not the published one is not installed', async () => {
  const { exitCode, stderr } = await install(
    { ...(await release()), [file]: '#!/bin/sh\necho hello\n' },
    `${version} bin`,
  )
  expect(stderr).toMatch(/^error: testctl-\w+-\w+ is not what was published: its SHA-256 sum differs\n/)
  expect(exitCode).toBe(2)
  expect(await readdir(machine.folder)).toEqual([])
})

test('a version that is not there ends without a program', async () => {
  const { exitCode, stderr } = await install(await release(), '9.9.9 bin')
  expect(stderr).toContain('404')
  expect(exitCode).toBeGreaterThan(0)
  expect(await readdir(machine.folder)).toEqual([])
})

test('a system that there is no program for is named, and npm is the way', async () => {
  expect(await install(await release(), `${version} bin`, { system: 'FreeBSD' })).toMatchObject({
    stderr: `error: testctl ${version} has no program for FreeBSD on FreeBSD
  with Node 20.18.1 or later: npm install --global testctl@${version}
`,
    exitCode: 2,
  })
})

test('without a version it says which words it takes', async () => {
  const { exitCode, stderr } = await install({}, '')
  expect(stderr).toContain('which version? install.sh VERSION FOLDER')
  expect(exitCode).toBeGreaterThan(0)
})
