// What is bundled, and into which files: CommonJS chunks, so that a start loads little and fast (src/README.md, "How it stays fast").
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { build } from 'rolldown'
import { exportValues } from './exports.mjs'
import { slim } from './slim.mjs'

const require = createRequire(import.meta.url)
export const root = resolve(import.meta.dirname, '..')

/**
 * Which file a module goes into: every file that is opened costs as much as a good deal of code in it. What main loads at
 * once is one; what several nouns share (two), what a remote service needs, and a service in a file, are one each; a noun alone
 * is one, which bin/code-cache.js loads when it is typed; the rest falls as it may. DECISIONS 129
 */
const chunk = (splitNouns) => ({
  debugName: 'chunk',
  name: (id, modules) => {
    const path = id.replaceAll('\\', '/')
    const { always, of } = loadedAtOnce(modules, splitNouns)
    // So small, and needed by so many, that it is nobody's.
    if (
      always.has(id) ||
      /\/src\/(contract\/case-texts|system\/(platform|bounded-map|user-folders|json\/parse|files\/(make-folder|busy|drive|flush|replace|text)|text\/(percents|fold-accents)))\.ts/.test(
        path,
      )
    )
      return 'start'
    const nouns = [...of].flatMap(([noun, loaded]) => (loaded.has(id) ? [noun] : []))
    if (nouns.length === 1) return `noun-${nouns[0]}`
    // Commands on tests are the most frequent ones: what they do not need of it is a file of its own.
    if (nouns.length > 1) return nouns.includes('tests') ? 'nouns' : 'nouns-but-tests'
    const embedded =
      /\/src\/(service|store\/(?!(maintenance|postgres|standbys)\/)|wire\/expose)|\/node_modules\/(kysely|uuid)\/|:\.\/substitute\.ts$/
    if (embedded.test(path)) return 'embedded'
    if (/\/src\/wire\/(network\/(pool|proxy)\.ts|dry-run|calls-by-name)/.test(path)) return null
    // What a command that asks a service has no use for: JSON Schemas and the OpenAPI document.
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

/** What every command loads, and what each noun adds to it. */
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

/** Changes what rolldown writes where a start takes longer for it than it need. DECISIONS 300 */
const quick = {
  name: 'quick',
  generateBundle: (_, files) => {
    moveRuntime(files)
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escaped(exportValues(file.code))
  },
}

/** The functions that all files share are a file of their own, which every start would open: main gives them to the others. */
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

// V8 keeps text with one other character in it at two bytes each, and reads it half as fast. That may stand in texts, patterns
// and names alike. What stands behind a backslash is no beginning of another one.
const escaped = (code) =>
  code.replace(/\\([^])|[\u0080-\uffff]/g, (found, behind = found) =>
    behind < '\u0080' ? found : `\\u${behind.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Nouns apart are for a loader that loads them late: elsewhere they and what they import would wait for each other. */
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

/** The command tree alone, which the build asks for what completion reads. */
export const bundleTree = (dir) =>
  bundle({ tree: 'src/tree.ts' }, { dir, entryFileNames: 'tree.cjs', codeSplitting: false })

/** Everything that is shipped. Gives the modules that are in it. */
export const bundleAll = async () => {
  const output = { dir: resolve(root, 'dist'), ...named }
  const programs = await Promise.all([
    bundle({ main: 'src/main.ts' }, { ...output, ...lazy({ splitNouns: true }) }),
    // A Tab, and the jq that comes along, are programs of their own; the SQLite that comes along, as CommonJS, is loaded when a store needs it.
    bundle({ complete: 'src/complete.ts' }, { ...output, codeSplitting: false }),
    bundle({ sqlite: require.resolve('@photostructure/sqlite') }, { ...output, codeSplitting: false }),
    bundle({ 'jq-engine': 'src/output/jq/engine.ts' }, { ...output, codeSplitting: false }),
  ])
  return [...new Set(programs.flat())]
}

/** The same for a program without Node, in which `sqlite` is where it has none of its own. Gives the modules that are in it. */
export const bundleAlone = async (dir, sqlite) => {
  const programs = await Promise.all(
    Object.entries({ main: 'src/main.ts', complete: 'src/complete.ts', 'jq-engine': 'src/output/jq/engine.ts' }).map(
      ([name, entry]) =>
        bundle(
          { [name]: entry },
          { dir, ...named, ...(name === 'main' ? lazy({ splitNouns: false }) : { codeSplitting: false }) },
          // What the nouns load late may be loaded already: there they are no files of their own.
          { plugin: slim({ alone: true, sqlite }), checks: { ineffectiveDynamicImport: false } },
        ),
    ),
  )
  return [...new Set(programs.flat())]
}
