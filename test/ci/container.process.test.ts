import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { getuid } from 'node:process'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/machine.ts'
import { saidBy } from '../e2e/serving.ts'
import { root } from '../helpers/world.ts'
import { blocksOf } from '../repository/blocks.ts'
import { readStages, told, wordsOf } from './dockerfile.ts'

// Runs the commands of the Dockerfile on a package as npm installs it, in a folder that stands for the root of the image.

const [, build = [], final = []] = readStages()

let machine: Machine
let out: string
beforeEach(async () => {
  machine = await createMachine()
  out = join(machine.folder, 'out')
})
afterEach(() => machine.remove())

/** Replaces paths in the image by those on this machine. */
const here = (text: string): string =>
  text
    .replaceAll('/usr/local/bin/node', process.execPath)
    .replaceAll('/usr/local/bin/testctl', `${out}/usr/local/bin/testctl`)
    .replaceAll('/data', `${out}/data`)

/** Installs the package like `npm install --global --prefix /out/usr/local`. */
const install = async (): Promise<void> => {
  const there = join(out, 'usr/local/lib/node_modules/testctl')
  await mkdir(join(out, 'usr/local/bin'), { recursive: true })
  for (const path of ['package.json', 'bin/testctl.js', 'bin/code-cache.js', 'bin/code-writer.js', 'dist', 'src/demo'])
    await cp(join(root, path), join(there, path), { recursive: true })
  await symlink('../lib/node_modules/testctl/bin/testctl.js', join(out, 'usr/local/bin/testctl'))
}

/** Runs the lines of the build stage that follow the installation of the package. */
const finish = async (): Promise<void> => {
  const commands = told(build, 'RUN').split(' && ')
  expect(commands.slice(0, 2)).toEqual([
    'npm pack --silent',
    'npm install --global --ignore-scripts --no-audit --no-fund --prefix /out/usr/local ./testctl-*.tgz',
  ])
  const owned = (command: string) => !command.startsWith('chown ') || getuid?.() === 0
  const lines = commands
    .slice(2)
    .filter(owned)
    .map((line) => line.replaceAll('/out', out))
  // Node has another path in the image.
  const script = lines.join('\n').replace('#!/usr/local/bin/node', `#!${process.execPath}`)
  expect(await machine.shell(script)).toMatchObject({ stderr: '', exitCode: 0 })
}

test('the image serves what is in /data, says that it is healthy, and ends as asked', async () => {
  await install()
  await finish()
  expect(await readdir(join(out, 'usr/local/lib/node_modules/testctl/dist/sqlite'))).toEqual([
    'linux-arm64-glibc.node',
    'linux-x64-glibc.node',
  ])
  const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(told(final, 'ENV'))!
  const options = {
    cwd: join(out, 'data'),
    env: { [name]: here(value), HOME: machine.folder, TESTCTL_NO_CACHE: '1' },
    extendEnv: false,
    reject: false,
  } as const
  const entry = here(wordsOf(told(final, 'ENTRYPOINT'))[0]!)
  const [create = '', backup = ''] = blocksOf('src/docs/container.md', 'sh').flatMap((block) =>
    [...block.matchAll(/(?:ghcr\.io\/testctl\/testctl|docker exec testctl testctl) (keys|store) (.*)/g)].map(
      ([, noun, rest]) => here(`${noun} ${rest}`),
    ),
  )
  const { stdout: key } = await execa(entry, create.split(' '), options)
  // The port of the image may be taken here, and other machines must not reach the server of a test.
  const own = ['--host', '127.0.0.1', '--port', '0', '--json']
  const child = execa(entry, [...wordsOf(told(final, 'CMD')), ...own], options)
  onTestFinished(() => void child.kill('SIGKILL'))
  const { url } = await saidBy(child as unknown as Parameters<typeof saidBy>[0])
  const { port } = new URL(url)
  const check = () => {
    const [node = '', ...words] = wordsOf(told(final, 'HEALTHCHECK')).map(here)
    return execa(
      node,
      words.map((word) => word.replace(':8787', `:${port}`)),
      options,
    )
  }
  await expect.poll(async () => (await check()).exitCode).toBe(0)
  const listed = await fetch(`http://127.0.0.1:${port}/v1/projects`, { headers: { 'x-api-key': key } })
  expect(listed.status).toBe(200)
  expect(await execa(entry, backup.split(' '), options)).toMatchObject({ exitCode: 0 })
  process.kill(child.pid!, 'SIGTERM')
  expect(await child).toMatchObject({ exitCode: 0 })
  expect((await check()).exitCode).toBe(1)
  expect(await readdir(join(out, 'data'))).toEqual(expect.arrayContaining(['team.db', 'backup.db']))
})
