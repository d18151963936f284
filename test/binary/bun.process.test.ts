import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../helpers/world.ts'

// A registry, or an attacker on the way to it, that gives another bun than the one that was chosen.

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-bun-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a bun that is not the one that was chosen is neither kept nor used', async () => {
  const npm = `#!/bin/sh
for into; do :; done
mkdir -p "$into/package/bin" && echo evil > "$into/package/bin/bun"
tar czf "$into/oven-bun-linux-aarch64-1.tgz" -C "$into" package
echo '[{ "name": "@oven/bun-linux-aarch64", "version": "1" }]'\n`
  await writeFile(join(folder, 'npm'), npm)
  await chmod(join(folder, 'npm'), 0o755)
  const keep = join(folder, 'kept')
  const script = `import(${JSON.stringify(join(root, 'bin/bun.mjs'))})
    .then(({ fetchBun }) => fetchBun('bun-linux-aarch64', { keep: ${JSON.stringify(keep)} }))
    .then((file) => console.log('kept', file), (error) => console.log(error.message))`
  const env = { ...process.env, PATH: [folder, process.env['PATH']].join(delimiter) }
  const said = execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' })
  expect(said).toMatch(/^@oven\/bun-linux-aarch64 [\d.]+ is not the one that was chosen: sha512-/)
  expect(await readdir(keep)).toEqual([])
})
