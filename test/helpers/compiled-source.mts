import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { build, VERSION } from 'rolldown'
import type { Plugin } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/.cache/testctl/source')

/**
 * Lets tests run each module of the source as the bundler compiles it, which once left a call out of what is shipped while all tests of
 * the source passed (TRAPS 28). It is quicker, too: Vite takes seconds for a fresh clone, and its imports are getters.
 */
export const compiledSource = async (): Promise<Plugin> => {
  await compile()
  return {
    name: 'compiled-source',
    enforce: 'pre',
    resolveId: (source, importer) => {
      if (!importer || !/^\.{1,2}\/.*\.ts$/.test(source)) return undefined
      const path = relative(root, resolve(dirname(importer), source))
      if (!path.startsWith(`src${sep}`)) return undefined
      return { id: join(folder, path.replace(/\.ts$/, '.js')).replaceAll(sep, '/'), external: true }
    },
  }
}

/** Brings the compiled modules up to date. Vite keeps the names of their files, so that those stay. */
const compile = async (): Promise<void> => {
  const sources = listFiles(join(root, 'src')).filter((name) => name.endsWith('.ts'))
  const state = stateOf(sources)
  if (readIfThere(join(folder, 'state')) === state) return
  const made = `${folder}.${process.pid}`
  await build({
    cwd: root,
    input: Object.fromEntries(sources.map((name) => [`src/${name.replace(/\.ts$/, '')}`, join('src', name)])),
    platform: 'node',
    treeshake: false,
    external: (id) => !/^[./]/.test(id) && !id.startsWith(root),
    output: { dir: made, format: 'es', preserveModules: true, preserveModulesRoot: root, sourcemap: true },
  })
  writeFileSync(join(made, 'package.json'), '{"type":"module"}')
  replaceBy(made)
  writeFileSync(join(folder, 'state'), state)
}

/** A short text that is another one as soon as a file has changed. */
const stateOf = (sources: readonly string[]): string => {
  const state = createHash('sha256').update(VERSION)
  const files = ['package.json', relative(root, import.meta.filename), ...sources.map((name) => join('src', name))]
  for (const file of files) {
    const { mtimeMs, size } = statSync(join(root, file))
    state.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return state.digest('hex')
}

/** Replaces each file that has changed, at once: another suite may run on the others. */
const replaceBy = (made: string): void => {
  const files = listFiles(made)
  for (const file of files) {
    if (readIfThere(join(folder, file)) === readFileSync(join(made, file), 'utf8')) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    renameSync(join(made, file), join(folder, file))
  }
  const current = new Set(files)
  for (const file of listFiles(folder)) if (!current.has(file)) rmSync(join(folder, file))
  rmSync(made, { recursive: true })
}

const listFiles = (parent: string): string[] =>
  readdirSync(parent, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(parent, join(entry.parentPath, entry.name)))

const readIfThere = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
