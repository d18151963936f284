// Bundles src/ into CommonJS chunks, so that a start loads little and fast (src/README.md, "How it stays fast").
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { build } from 'rolldown'
import { exportValues } from './exports.mjs'
import { slim } from './slim.mjs'

const require = createRequire(import.meta.url)
export const root = resolve(import.meta.dirname, '..')

/**
 * Decides which file a module goes into; opening a file costs as much as a good deal of code in it. One file each: what main loads
 * at once; what several nouns share (two files); what a remote service needs; a service in a file; each noun, which
 * bin/code-cache.js loads when it is typed. The bundler places the rest. DECISIONS 129
 */
const chunk = (splitNouns) => ({
  debugName: 'chunk',
  name: (id, modules) => {
    const path = id.replaceAll('\\', '/')
    const { always, of } = loadedAtOnce(modules, splitNouns)
    // Small modules that many others need.
    if (
      always.has(id) ||
      /\/src\/(contract\/case-texts|system\/(platform|maps\/[\w-]+|user-folders|json\/parse|files\/(make-folder|busy|drive|flush|replace|text)|text\/(percents|fold-accents)))\.ts/.test(
        path,
      )
    )
      return 'start'
    const nouns = [...of].flatMap(([noun, loaded]) => (loaded.has(id) ? [noun] : []))
    if (nouns.length === 1) return `noun-${nouns[0]}`
    // Commands on tests are the most frequent, so shared modules that they do not need are a file of their own.
    if (nouns.length > 1) return nouns.includes('tests') ? 'nouns' : 'nouns-but-tests'
    const embedded =
      /\/src\/(service|store\/(?!(maintenance|postgres|standbys)\/)|wire\/expose)|\/node_modules\/(kysely|uuid)\/|:\.\/substitute\.ts$/
    if (embedded.test(path)) return 'embedded'
    if (/\/src\/wire\/(network\/(pool|proxy)\.ts|dry-run|calls-by-name)/.test(path)) return null
    // Not in `wire`: JSON Schemas and the OpenAPI document are useless to a command that sends requests.
    if (/\/src\/contract\/(schema\/|operation-texts)|\/zod\/v4\/core\/(to-json-schema|json-schema-)/.test(path))
      return null
    return /\/src\/(wire|contract|completions\/cache)\/|\/node_modules\/zod\//.test(path) ? 'wire' : null
  },
})

const main = resolve(root, 'src/main.ts')
// The list of nouns.
const commands = resolve(root, 'src/commands/index.ts')
const nounOf = (id) => {
  const [, path] = /\/src\/commands\/(.+?)(?:\/index)?\.ts$/.exec(id.replaceAll('\\', '/')) ?? []
  return path?.replaceAll('/', '-')
}

/** Returns the modules that every command loads, and those that each noun adds. */
const loadedAtOnce = (modules, splitNouns) => {
  if (found.has(modules)) return found.get(modules)
  const nouns = splitNouns ? (modules.getModuleInfo(commands)?.importedIds.filter(nounOf) ?? []) : []
  const always = reached(modules, main, new Set(nouns))
  const of = new Map(nouns.map((noun) => [nounOf(noun), reached(modules, noun, always)]))
  found.set(modules, { always, of })
  return found.get(modules)
}
const found = new WeakMap()

const reached = (modules, id, without, loaded = new Set()) => {
  if (loaded.has(id) || without.has(id)) return loaded
  loaded.add(id)
  modules.getModuleInfo(id)?.importedIds.forEach((imported) => reached(modules, imported, without, loaded))
  return loaded
}

/** Changes the output of rolldown, so that a start is faster. DECISIONS 300 */
const quick = {
  name: 'quick',
  generateBundle: (_, files) => {
    moveRuntime(files)
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escaped(exportValues(file.code))
  },
}

/** Moves the runtime functions that all files share into main, which exports them: every start would open a file of their own. */
const moveRuntime = (files) => {
  const { [runtimeFile]: runtime, 'main.cjs': main, ...others } = files
  const wanted = `require("./${runtimeFile}")`
  if (!runtime || !main?.code.includes(wanted)) return
  main.code = main.code.replace(wanted, () => `exports.runtime=(exports=>{${runtime.code}return exports})({})`)
  for (const file of Object.values(others))
    if (file.type === 'chunk') file.code = file.code.replace(wanted, 'require("./main.cjs").runtime')
  delete files[runtimeFile]
}
const runtimeFile = 'rolldown-runtime.cjs'

// Escapes characters outside ASCII: with one of them, V8 stores a source with two bytes per character, and reads it half as fast.
// The escapes are valid in texts, patterns and names alike. A backslash and the character after it are matched together.
const escaped = (code) =>
  code.replace(/\\([^])|[\u0080-\uffff]/g, (found, behind = found) =>
    behind < '\u0080' ? found : `\\u${behind.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Splits nouns only for a loader that loads them late: with any other, they and their imports would wait for each other. */
const lazy = ({ splitNouns }) => ({
  codeSplitting: { groups: [chunk(splitNouns)], includeDependenciesRecursively: false },
})
const named = { minify: true, entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' }
const bundle = async (input, output, { plugin = slim(), checks } = {}) => {
  const { output: files } = await build({
    cwd: root,
    input,
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    plugins: [plugin, quick],
    checks,
    output: { format: 'cjs', ...output },
  })
  return files.flatMap(({ moduleIds = [] }) => moduleIds)
}

/** Bundles the command tree alone, from which the build makes the data that completion reads. */
export const bundleTree = (dir) =>
  bundle({ tree: 'src/tree.ts' }, { dir, entryFileNames: 'tree.cjs', codeSplitting: false })

/** Bundles everything that is shipped. Returns the modules in it. */
export const bundleAll = async () => {
  const output = { dir: resolve(root, 'dist'), ...named }
  const programs = await Promise.all([
    bundle({ main: 'src/main.ts' }, { ...output, ...lazy({ splitNouns: true }) }),
    // Completion and the bundled jq are programs of their own; the bundled SQLite, which is CommonJS, is loaded if a store needs it.
    bundle({ complete: 'src/complete.ts' }, { ...output, codeSplitting: false }),
    bundle({ sqlite: require.resolve('@photostructure/sqlite') }, { ...output, codeSplitting: false }),
    bundle({ 'jq-engine': 'src/output/jq/engine.ts' }, { ...output, codeSplitting: false }),
  ])
  return [...new Set(programs.flat())]
}

/** Bundles the same for an executable without Node, with the SQLite binary `sqlite` if given. Returns the modules in it. */
export const bundleAlone = async (dir, sqlite) => {
  const programs = await Promise.all(
    Object.entries({ main: 'src/main.ts', complete: 'src/complete.ts', 'jq-engine': 'src/output/jq/engine.ts' }).map(
      ([name, entry]) =>
        bundle(
          { [name]: entry },
          { dir, ...named, ...(name === 'main' ? lazy({ splitNouns: false }) : { codeSplitting: false }) },
          // Nouns are no files of their own here, so a module that they load late may be loaded already.
          { plugin: slim({ alone: true, sqlite }), checks: { ineffectiveDynamicImport: false } },
        ),
    ),
  )
  return [...new Set(programs.flat())]
}
