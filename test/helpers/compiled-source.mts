import { createHash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { build, VERSION } from 'rolldown'
import type { Plugin } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/testctl/source')

/**
 * Lets tests run each module of the source as the bundler compiles it, which once left a call out of what is shipped while all tests of
 * the source passed (TRAPS 28). It is quicker, too: Vite takes seconds for a fresh clone, and its imports are getters.
 */
export const compiledSource = async (): Promise<Plugin> => {
  const folder = await compile()
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

/** The folder with the modules as they are now. Another suite in this clone may use those of a moment ago, which stay for a while. */
const compile = async (): Promise<string> => {
  const files = (readdirSync(join(root, 'src'), { recursive: true }) as string[])
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src', name))
  const folder = join(cache, stateOf(files))
  if (existsSync(folder)) return folder
  const made = `${folder}.${process.pid}`
  await build({
    cwd: root,
    input: Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), file])),
    platform: 'node',
    treeshake: false,
    external: (id) => !/^[./]/.test(id) && !id.startsWith(root),
    output: { dir: made, format: 'es', preserveModules: true, preserveModulesRoot: root, sourcemap: true },
  })
  writeFileSync(join(made, 'package.json'), '{"type":"module"}')
  publish(made, folder)
  prune()
  return folder
}

/** A short text that is another one as soon as a file has changed. */
const stateOf = (files: readonly string[]): string => {
  const state = createHash('sha256').update(VERSION)
  for (const file of ['package.json', relative(root, import.meta.filename), ...files]) {
    const { mtimeMs, size } = statSync(join(root, file))
    state.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return state.digest('hex').slice(0, 16)
}

/** Gives what was made its name at once, so that nobody meets half of it. */
const publish = (made: string, folder: string): void => {
  try {
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    // Another suite was faster.
    if (!existsSync(folder)) throw error
  }
}

// A suite that still runs may have begun some changes ago.
const kept = 5

const prune = (): void => {
  const folders = readdirSync(cache)
    .map((name) => join(cache, name))
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .toSorted((one, other) => other.at - one.at)
  for (const { path } of folders.slice(kept)) rmSync(path, { recursive: true, force: true })
}
