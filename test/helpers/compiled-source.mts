import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { build, VERSION } from 'rolldown'
import type { Plugin } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/.cache/testctl/source')

/**
 * Returns a plugin that makes tests run each source module as the bundler compiles it: the bundler once dropped a call from the package
 * while all tests of the source passed (TRAPS 28). It is also faster: Vite takes seconds for a fresh clone, and its imports are getters.
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

/**
 * Brings the compiled modules up to date. File names stay the same, because Vite caches them. Only changed files are written: a disk
 * may take seconds to create a thousand files after a thousand others were removed (ext4 does if it has no journal).
 */
const compile = async (): Promise<void> => {
  const sources = listFiles(join(root, 'src')).filter((name) => name.endsWith('.ts'))
  const state = stateOf(sources)
  if (readIfThere(join(folder, 'state')) === state) return
  const { output } = await build({
    cwd: root,
    input: Object.fromEntries(sources.map((name) => [`src/${name.replace(/\.ts$/, '')}`, join('src', name)])),
    platform: 'node',
    treeshake: false,
    // Matches packages and Node's modules, and no file path of any system. A function would be called for each import, a fifth of the time.
    external: /^(node:|[@a-z][\w.-]*(\/|$))/,
    output: { dir: folder, format: 'es', preserveModules: true, preserveModulesRoot: root, sourcemap: true },
    write: false,
  })
  const files = new Map(output.map((one) => [one.fileName, String(one.type === 'chunk' ? one.code : one.source)]))
  files.set('package.json', '{"type":"module"}')
  for (const [name, text] of files) replaceFile(join(folder, name), text)
  for (const name of listFiles(folder))
    if (!files.has(name.replaceAll(sep, '/'))) rmSync(join(folder, name), { force: true })
  writeFileSync(join(folder, 'state'), state)
}

/** Replaces a file atomically if its text has changed: another suite may be using it. */
const replaceFile = (path: string, text: string): void => {
  if (readIfThere(path) === text) return
  const made = `${folder}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(made, text)
  renameSync(made, path)
}

/** Returns a hash that changes when a source file, package.json, this file or the bundler's version changes. */
const stateOf = (sources: readonly string[]): string => {
  const state = createHash('sha256').update(VERSION)
  const files = ['package.json', relative(root, import.meta.filename), ...sources.map((name) => join('src', name))]
  for (const file of files) {
    const { mtimeMs, size } = statSync(join(root, file))
    state.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return state.digest('hex')
}

const listFiles = (parent: string): string[] =>
  readdirSync(parent, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(parent, join(entry.parentPath, entry.name)))

const readIfThere = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
