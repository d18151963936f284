import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'rolldown'

const root = resolve(import.meta.dirname, '../..')

/** Bundles a program of this folder, for processes of their own: the runtime cannot read the source. */
export const buildProgram = async (name: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-program-'))
  // The optional driver is looked for from where the bundle is.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  await build({
    input: join(import.meta.dirname, name),
    platform: 'node',
    external: [/^node:/, '@photostructure/sqlite'],
    output: { dir: folder, format: 'esm', entryFileNames: 'program.mjs' },
  })
  return join(folder, 'program.mjs')
}
