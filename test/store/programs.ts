import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'rolldown'
import { once } from '../../src/system/async/once.ts'

const root = resolve(import.meta.dirname, '../..')
const programs = ['visitor', 'writer', 'maintenance/keeper', 'maintenance/reader'] as const

/** The file of a program of this folder, bundled for processes of their own: the runtime cannot read the source. */
export const programOf = async (name: (typeof programs)[number]): Promise<string> =>
  join(await bundled(), `${name}.mjs`)

/** The folder of all of them, which the first worker of a suite makes. Who watches wants the source as it is now. */
const bundled = once(async (): Promise<string> => {
  const shared = join(tmpdir(), 'store-programs')
  const isShared = process.env['VITEST_MODE'] !== 'WATCH'
  if (isShared && existsSync(shared)) return shared
  const made = await bundle()
  if (!isShared) return made
  try {
    renameSync(made, shared)
  } catch {
    // Another worker was first.
    rmSync(made, { recursive: true })
  }
  return shared
})

const bundle = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'store-programs-'))
  // Somebody else runs them, too.
  chmodSync(folder, 0o755)
  // The optional driver is looked for from where the bundle is.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  await build({
    input: Object.fromEntries(programs.map((name) => [name, join(import.meta.dirname, `${name}.ts`)])),
    platform: 'node',
    external: [/^node:/, '@photostructure/sqlite'],
    // What is short is read sooner.
    output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs', minify: true, keepNames: true },
  })
  return folder
}
