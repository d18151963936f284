// Builds dist/ from src/: CommonJS chunks, so that a start loads little and fast (src/README.md, "How it stays fast").
import { rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { build } from 'rolldown'

const root = resolve(import.meta.dirname, '..')

/** Modules that are replaced by what is needed of them. Loading the whole would take longer than the command that needs it. */
const slim = {
  // The package's entry loads fetch, caches, web sockets and more; a pool of connections and a proxy's tunnel are in these.
  undici: `
    export { default as Pool } from 'undici/lib/dispatcher/pool.js'
    export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js'
    export { default as buildConnector } from 'undici/lib/core/connect.js'`,
  // undici can speak HTTP/2 where the runtime has it, and does without where not. We never ask it to.
  'node:http2': 'export const constants = {}',
  // conf checks what it stores against a JSON schema where it is given one. It is not given one here.
  'ajv/dist/2020.js': 'export class Ajv2020 {}',
  'ajv-formats': 'export default { default: () => undefined }',
}

const replace = {
  name: 'slim',
  resolveId: (id) => (id in slim ? { id: `\0slim:${id}`, moduleSideEffects: false } : undefined),
  load: (id) => (id.startsWith('\0slim:') ? { code: slim[id.slice('\0slim:'.length)], moduleType: 'js' } : undefined),
}

rmSync(resolve(root, 'dist'), { recursive: true, force: true })
await build({
  cwd: root,
  input: { main: 'src/main.ts' },
  platform: 'node',
  plugins: [replace],
  external: [...builtinModules.filter((name) => name !== 'http2'), /^node:(?!http2$)/, 'better-sqlite3'],
  output: { dir: 'dist', format: 'cjs', minify: true, entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
})
