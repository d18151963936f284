// What is bundled, and into which files: CommonJS chunks, so that a start loads little and fast (src/README.md, "How it stays fast").
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { build } from 'rolldown'
import { slim } from './slim.mjs'

export const root = resolve(import.meta.dirname, '..')

/**
 * Which file a module goes into: every file that is opened costs as much as a good deal of code in it. What main loads at
 * once is one; what a remote service needs, and a service in a file, are one each; the rest falls as it may.
 */
const chunk = {
  debugName: 'chunk',
  name: (id, modules) => {
    const path = id.replaceAll('\\', '/')
    // So small, and needed by so many, that it is nobody's.
    if (
      loadedAtOnce(modules).has(id) ||
      /\/src\/system\/(platform|files\/(make-folder|busy|drive|flush|text))\.ts/.test(path)
    )
      return 'start'
    if (/\/src\/(service|store\/(?!maintenance\/)|wire\/expose)|\/node_modules\/kysely\//.test(path)) return 'embedded'
    if (/\/src\/wire\/(network\/(pool|proxy)|dry-run)/.test(path)) return null
    return /\/src\/(wire|contract|completions\/cache)\/|\/node_modules\/zod\//.test(path) ? 'wire' : null
  },
}

const loadedAtOnce = (modules, id = resolve(root, 'src/main.ts'), loaded = new Set()) => {
  if (loaded.has(id)) return loaded
  loaded.add(id)
  modules.getModuleInfo(id)?.importedIds.forEach((imported) => loadedAtOnce(modules, imported, loaded))
  return loaded
}

const named = { minify: true, entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' }
const bundle = async (input, output, options) => {
  const { output: files } = await build({
    cwd: root,
    input,
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    plugins: [slim],
    external: builtinModules,
    output: { format: 'cjs', ...output },
    ...options,
  })
  return files.flatMap(({ moduleIds = [] }) => moduleIds)
}

/** The command tree alone, which the build asks for what completion reads. */
export const bundleTree = (dir) =>
  bundle({ tree: 'src/tree.ts' }, { dir, entryFileNames: 'tree.cjs', codeSplitting: false })

/** Everything that is shipped. Gives the modules that are in it. */
export const bundleAll = async ({ dir = resolve(root, 'dist'), write = true } = {}) => {
  const programs = await Promise.all([
    bundle(
      { main: 'src/main.ts' },
      { dir, ...named, codeSplitting: { groups: [chunk], includeDependenciesRecursively: false } },
      { write },
    ),
    // A Tab, and the jq that comes along, are programs of their own; the SQLite that comes along is loaded by Node itself.
    bundle({ complete: 'src/complete.ts' }, { dir, ...named, codeSplitting: false }, { write }),
    bundle({ sqlite: '@photostructure/sqlite' }, { dir, ...named, exports: 'named', codeSplitting: false }, { write }),
    bundle({ 'jq-engine': 'src/output/jq/engine.ts' }, { dir, ...named, codeSplitting: false }, { write }),
  ])
  return [...new Set(programs.flat())]
}
