import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'rolldown'
import { once } from '../../src/system/async/once.ts'

const root = resolve(import.meta.dirname, '../..')
const programs = ['visitor', 'writer', 'maintenance/keeper', 'maintenance/reader'] as const

/** Returns the file of a program of this folder, bundled to run as a process: the runtime cannot read the source. */
export const programOf = async (name: (typeof programs)[number]): Promise<string> =>
  join(await bundled(), `${name}.mjs`)

/** Returns the folder of all programs. The first worker of a suite makes it; in watch mode it is made anew from the current source. */
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
  // Other users run the programs, too.
  chmodSync(folder, 0o755)
  // Node looks for the optional driver from the folder of the bundle.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  await build({
    input: Object.fromEntries(programs.map((name) => [name, join(import.meta.dirname, `${name}.ts`)])),
    platform: 'node',
    external: [/^node:/, '@photostructure/sqlite'],
    // A smaller file loads faster.
    output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs', minify: true, keepNames: true },
  })
  return folder
}
