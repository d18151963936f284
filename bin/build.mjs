// Builds dist/ from src/: CommonJS chunks, so that a start loads little and fast (src/README.md, "How it stays fast").
import { rmSync, writeFileSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { resolve } from 'node:path'
import { build } from 'rolldown'

const root = resolve(import.meta.dirname, '..')

/** Modules that are replaced by what is needed of them. Loading the whole would take longer than the command that needs it. */
const slim = {
  // The package's entry loads fetch, caches, web sockets and more; a pool of connections is in these.
  undici: `
    export { default as Pool } from 'undici/lib/dispatcher/pool.js'
    export { default as buildConnector } from 'undici/lib/core/connect.js'`,
  // It asks Node's own client for two things, and that client is a large part of what Node loads.
  'undici:node:http': 'export class IncomingMessage {}; export const maxHeaderSize = 16384',
  // It can speak HTTP/2, which is never asked of it.
  './client-h2.js': 'export default undefined',
  // Commander starts other programs for commands that are executables. Ours are functions.
  'commander:node:child_process': 'export const spawn = undefined',
  // conf checks what it stores against a JSON schema where it is given one. It is not given one here.
  'ajv/dist/2020.js': 'export class Ajv2020 {}',
  'ajv-formats': 'export default { default: () => undefined }',
  // … and migrates between versions of a program, which we do not ask of it.
  semver: 'export default {}',
}

// Parts of undici that a request of ours does not reach: proxies, bodies of fetch, a parser for processors without SIMD.
// They stay in the package, and are loaded from there if it should come to it.
const elsewhere = /\/undici\/lib\/(web\/|llhttp\/llhttp-wasm\.js)/

const replace = {
  name: 'slim',
  resolveId: async function (id, importer, options) {
    if (id === 'undici' && importer.endsWith('proxy.ts')) return { id, external: true }
    const [, owner] = /[\\/]node_modules[\\/](undici|commander)[\\/]/.exec(importer ?? '') ?? []
    const wanted = `${owner}:${id}` in slim ? `${owner}:${id}` : id
    if (wanted in slim) return { id: `\0slim:${wanted}`, moduleSideEffects: false }
    if (id.startsWith('node:')) return { id, external: true }
    const found = await this.resolve(id, importer, { ...options, skipSelf: true })
    if (!found || !elsewhere.test(found.id)) return found
    return { id: `undici/${found.id.split('/undici/')[1]}`, external: true }
  },
  load: (id) => (id.startsWith('\0slim:') ? { code: slim[id.slice('\0slim:'.length)], moduleType: 'js' } : undefined),
}

/**
 * Which file a module goes into: every file that is opened costs as much as a good deal of code in it. What main loads at
 * once is one; what a remote service needs, and a service in a file, are one each; the rest falls as it may.
 */
const chunk = {
  debugName: 'chunk',
  name: (id, modules) => {
    const path = id.replaceAll('\\', '/')
    // So small, and needed by so many, that it is nobody's.
    if (loadedAtOnce(modules).has(id) || /\/src\/(folder\.ts|files\/)/.test(path)) return 'start'
    if (/\/src\/(store|service)\/|\/src\/wire\/expose|\/node_modules\/kysely\//.test(path)) return 'embedded'
    if (/\/src\/wire\/(undici|proxy|rehearse)/.test(path)) return null
    return /\/src\/(wire|contract|names)\/|\/node_modules\/zod\//.test(path) ? 'wire' : null
  },
}

const loadedAtOnce = (modules, id = resolve(root, 'src/main.ts'), loaded = new Set()) => {
  if (loaded.has(id)) return loaded
  loaded.add(id)
  modules.getModuleInfo(id)?.importedIds.forEach((imported) => loadedAtOnce(modules, imported, loaded))
  return loaded
}

const dist = resolve(root, 'dist')
const bundle = (input, output) =>
  build({
    cwd: root,
    input,
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    plugins: [replace],
    external: [...builtinModules, 'better-sqlite3', 'pg', 'pino', 'prom-client', 'jq-wasm'],
    output: { dir: dist, format: 'cjs', ...output },
  })

rmSync(dist, { recursive: true, force: true })
// Completion reads the command tree as data, which takes a tenth of what it takes to make it. So it is made here.
await bundle({ tree: 'src/tree.ts' }, { entryFileNames: 'tree.cjs', codeSplitting: false })
const { draw, processIo } = createRequire(import.meta.url)(resolve(dist, 'tree.cjs'))
const tree = await draw(processIo(root))
rmSync(dist, { recursive: true })

await bundle(
  { main: 'src/main.ts' },
  {
    minify: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    codeSplitting: { groups: [chunk], includeDependenciesRecursively: false },
  },
)
await bundle({ complete: 'src/complete.ts' }, { minify: true, entryFileNames: '[name].cjs', codeSplitting: false })
// The jq that comes along is a program of its own, too.
await bundle({ 'jq-engine': 'src/jq/engine.ts' }, { minify: true, entryFileNames: '[name].cjs', codeSplitting: false })
writeFileSync(resolve(dist, 'tree.json'), JSON.stringify(tree))
