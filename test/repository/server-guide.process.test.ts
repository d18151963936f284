import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { missing } from '../helpers/programs.ts'
import { createMachine, type Machine } from '../e2e/machine.ts'
import { blocksOf } from './blocks.ts'

// The guide for a server needs root, systemd and a name in the DNS. These tests run its testctl commands in their order, in another
// folder than /var/lib/testctl. Of the others only the syntax is checked: useradd, install, systemctl, setpriv, sudo, curl, npm.

const page = 'src/docs/server.md'
const folder = '/var/lib/testctl'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(() => machine.remove())

const units = (): { name: string; text: string }[] => {
  const names = ['testctl.service', 'testctl-backup.service', 'testctl-backup.timer']
  return blocksOf(page, 'ini').map((text, at) => ({ name: names[at]!, text }))
}

/** Returns the commands that a unit starts, with systemd's own escapes `%%` and `$$` resolved. */
const commandsIn = (unit: string): string[] =>
  [...unit.matchAll(/^ExecStart=(.*)$/gm)].map(([, line = '']) => line.replaceAll('%%', '%').replaceAll('$$', '$'))

const testctlIn = (block: string): string[] =>
  block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => /(?<![\w/.-])testctl (?:keys|store|serve|auth) .*/.exec(line)?.[0] ?? [])

test('the commands of the guide are lines of a shell', async () => {
  const blocks = blocksOf(page, 'console')
  expect(blocks.length).toBeGreaterThan(6)
  for (const block of blocks) {
    await writeFile(join(machine.folder, 'block.sh'), block)
    expect({ block, ...(await machine.shell('bash -n block.sh')) }).toMatchObject({ stderr: '', exitCode: 0 })
  }
})

test('the commands of testctl in the guide work in their order', async () => {
  const blocks = blocksOf(page, 'console').flatMap(testctlIn)
  const [, backup] = units()
  const [save = '', prune = ''] = commandsIn(backup!.text)
  // The first line makes the key. Then come the commands of the timer, because the other lines work with its file.
  const lines = [blocks[0]!, save, prune, ...blocks.slice(1)]
  expect(lines.filter((line) => line.includes('testctl')).length).toBe(5)
  for (const shown of lines) {
    const [made = 'none.db'] = (await readdir(machine.folder)).filter((name) => /^backup-\d{4}-/.test(name))
    const line = shown
      .replaceAll(folder, machine.folder)
      .replace(/backup-2026-[\d-]+\.db/, made)
      .replace(/'?postgres:\/\/\S+/, `file:${machine.folder}/copied.db`)
    const seen = await machine.shell(line, { env: { TESTCTL_STORE: `file:${machine.folder}/team.db` } })
    expect({ shown, ...seen }).toMatchObject({ shown, stderr: '', exitCode: 0 })
  }
  expect(await readdir(machine.folder)).toEqual(expect.arrayContaining(['team.db', 'copied.db']))
})

test('the server of the guide starts, is ready, and ends as asked', async () => {
  const [start = ''] = commandsIn(units()[0]!.text)
  const env = { TESTCTL_STORE: `file:${machine.folder}/team.db` }
  await machine.shell('testctl keys create --name ana --role owner', { env })
  const lines = `${start} --port 0 > served & server=$!
until grep -qs http: served || ! kill -0 $server; do sleep 0.1; done
ready() { node -e 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1))' "$(grep -o 'http://[^ ]*' served | head -1)/readyz"; }
until ready; do sleep 0.1; done
kill $server
wait $server`
  expect((await machine.shell(lines, { env })).exitCode).toBe(0)
})

test.skipIf(missing(['systemd-analyze']).length > 0)('systemd understands the units of the guide', async () => {
  for (const { name, text } of units()) await writeFile(join(machine.folder, name), text)
  const names = units().map(({ name }) => `./${name}`)
  const { stderr, exitCode } = await machine.shell(`systemd-analyze verify --man=no ${names.join(' ')}`)
  const ours = stderr.split('\n').filter((line) => line.includes('testctl'))
  expect({ ours, exitCode }).toEqual({ ours: [], exitCode: 0 })
})

test('systemd starts a server again for as long as its database is away', () => {
  const [server] = units()
  expect(server!.text).toMatch(/^\[Unit\][^[]*^StartLimitIntervalSec=0$/m)
  expect(server!.text).toMatch(/^\[Service\][^[]*^Restart=on-failure\nRestartSec=2$/m)
})
