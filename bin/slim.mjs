// Reduces the bundled packages to the parts that are needed, and ships their WebAssembly as separate files.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { basename, join } from 'node:path'
import { compress } from './compress.mjs'
import { packageFolder } from './notices.mjs'

const require = createRequire(import.meta.url)

const constantsOf = ({ ERROR, TYPE }) => `module.exports = ${JSON.stringify({ ERROR, TYPE })}`

/** Modules that are replaced by what is needed of them. With a prefix and a colon: only if this package or file imports it. */
const replaced = {
  // The package's entry loads fetch, caches, web sockets and more; these two modules are enough for a connection.
  undici: `
    export { default as Client } from 'undici/lib/dispatcher/client.js'
    export { default as buildConnector } from 'undici/lib/core/connect.js'`,
  // The tunnel through a proxy needs a method that otherwise only the package's entry adds to its connections.
  'proxy.ts:undici': `
    import connect from 'undici/lib/api/api-connect.js'
    import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
    import Agent from 'undici/lib/dispatcher/proxy-agent.js'
    const connecting = () => {
      Dispatcher.prototype.connect = connect
      return Agent
    }
    export const ProxyAgent = connecting()
    export { default as Client } from 'undici/lib/dispatcher/client.js'`,
  // It uses two things of Node's own client, which is a large part of what Node loads.
  'undici:node:http': 'export class IncomingMessage {}; export const maxHeaderSize = 16384',
  // Its assertions hold, so Node's module, which would slow a start, is loaded only if one fails.
  'undici:node:assert': `
    module.exports = (holds, message) => {
      if (!holds) require('node:assert')(false, message)
    }`,
  // A tree of all known header names, which takes longer to build than a command saves by it.
  'undici:./tree': 'export const tree = { lookup: () => undefined }',
  // Only these constants of the parser are used; the package computes them from tables at every start.
  'undici:../llhttp/constants.js': constantsOf(require('undici/lib/llhttp/constants.js')),
  // It supports HTTP/2, SOCKS, and the bodies of fetch, none of which we use.
  'undici:./client-h2.js': 'export default undefined',
  'undici:./socks5-proxy-agent': 'export default undefined',
  'undici:../web/fetch/body.js': 'export const extractBody = undefined',
  // Commander can start other programs as commands. Our commands are functions.
  'commander:node:child_process': 'export const spawn = undefined',
  // conf validates what it stores if it gets a JSON schema. We give it none.
  'ajv/dist/2020.js': 'export class Ajv2020 {}',
  'ajv-formats': 'export default { default: () => undefined }',
  // conf migrates between versions of a program, which we do not use.
  'conf:semver': 'export default {}',
  // The log goes to a stream, not to a thread.
  'pino:./transport': 'export default undefined',
  'pino:./lib/transport': 'export default undefined',
  // Metrics are pulled from a single process, and name no trace.
  'prom-client': `
    export { default as Registry } from 'prom-client/lib/registry.js'
    export { default as Counter } from 'prom-client/lib/counter.js'
    export { default as Gauge } from 'prom-client/lib/gauge.js'
    export { default as Histogram } from 'prom-client/lib/histogram.js'
    export { default as collectDefaultMetrics } from 'prom-client/lib/defaultMetrics.js'`,
  'prom-client:@opentelemetry/api': 'export default undefined',
  // It would look for a package that we do not use, and load any that has its name.
  'fdir:module': 'export const createRequire = () => undefined',
  // We use neither MERGE nor schemas of Kysely; the code for schemas handles every kind of node.
  'kysely:./query-builder/merge-query-builder.js': 'export const MergeQueryBuilder = undefined',
  'kysely:./plugin/with-schema/with-schema-plugin.js': 'export const WithSchemaPlugin = undefined',
  'kysely:../plugin/with-schema/with-schema-plugin.js': 'export const WithSchemaPlugin = undefined',
  // The driver for PostgreSQL has two more ways to connect, which we do not use.
  'pg:pg-native': 'export default undefined',
  'pg:pg-cloudflare': 'export default undefined',
  // SQLite for runtimes without one is a file of its own, which loads the binary for the machine.
  'drivers.ts:./substitute.ts': "export const load = () => require('./sqlite.cjs')",
  'node-gyp-build': `
    const { platform, arch } = process
    const kinds = require('node:fs').existsSync('/etc/alpine-release') ? ['musl', 'glibc'] : ['glibc', 'musl']
    module.exports = () => {
      try {
        return require(\`./sqlite/\${platform}-\${arch}-\${kinds[0]}.node\`)
      } catch (error) {
        if (platform !== 'linux') throw error
        try {
          return require(\`./sqlite/\${platform}-\${arch}-\${kinds[1]}.node\`)
        } catch {
          throw error
        }
      }
    }`,
}

/**
 * Further replacements for an executable without Node. It must not load a file by path, because bun looks in the current folder for a
 * file that the executable does not contain. It has an SQLite of its own if the system's may be too old. DECISIONS 134
 */
const replacedAlone = (sqlite) => ({
  'drivers.ts:./substitute.ts': sqlite
    ? "export const load = () => require('@photostructure/sqlite')"
    : 'export const load = () => undefined',
  'node-gyp-build': "module.exports = () => require('./sqlite.node')",
  '@photostructure/sqlite:node:module': 'export const createRequire = () => undefined',
})

/** WebAssembly that a package contains as text, which is larger than the bytes, and would be compiled with the code around it. */
const parser = /\/undici\/lib\/llhttp\/(llhttp\w*)-wasm\.js$/
const codeOfFile = (name) =>
  `module.exports = require('node:fs').readFileSync(require('node:path').join(__dirname, '${name}'))`

/**
 * Creates the plugin for the bundler. `alone` is for an executable without Node, which contains its files; `sqlite` is the binary that
 * goes into it, if any.
 */
export const slim = ({ alone = false, sqlite } = {}) => {
  const all = alone ? { ...replaced, ...replacedAlone(sqlite) } : replaced
  return {
    name: 'slim',
    resolveId: (id, importer) => {
      if (id === './sqlite.node' || id === './sqlite.cjs') return { id, external: true }
      const owner = packagesIn(importer)[0] ?? basename(importer ?? '')
      const wanted = [`${owner}:${id}`, id].find((one) => Object.hasOwn(all, one))
      if (wanted && !importer.startsWith('\0slim:')) return { id: `\0slim:${wanted}`, moduleSideEffects: false }
      return isBuiltin(id) ? { id, external: true } : undefined
    },
    load(id) {
      if (id.startsWith('\0slim:')) return { code: all[id.slice('\0slim:'.length)], moduleType: 'js' }
      const [, name] = parser.exec(id.replaceAll('\\', '/')) ?? []
      if (!name) return undefined
      this.emitFile({ type: 'asset', fileName: `${name}.wasm`, source: require(id) })
      return { code: codeOfFile(`${name}.wasm`), moduleType: 'js' }
    },
    transform(code, id) {
      const [owner] = packagesIn(id)
      if (owner === '@photostructure/sqlite') {
        const prebuilds = join(packageFolder(id), 'prebuilds')
        for (const file of readdirSync(prebuilds, { recursive: true }).filter((name) => name.endsWith('.node'))) {
          const [target, kind] = file
            .replaceAll('\\', '/')
            .replace(/@photostructure\+sqlite\.(\w+)\.node$/, '$1')
            .split('/')
          const fileName = alone ? 'sqlite.node' : `sqlite/${target}-${kind}.node`
          if (!alone || `${target}-${kind}` === sqlite)
            this.emitFile({ type: 'asset', fileName, source: readFileSync(join(prebuilds, file)) })
        }
      }
      const reading = 'await readFile(wasmPath)'
      if (owner !== 'jq-wasm' || !code.includes(reading)) return undefined
      const source = compress(readFileSync(join(packageFolder(id), 'dist/build/jq.wasm')), { isOften: true })
      this.emitFile({ type: 'asset', fileName: 'jq.wasm.br', source })
      const unpacking = code.replace('"build", "jq.wasm"', '"jq.wasm.br"').replace(reading, `decompress(${reading})`)
      return `import { brotliDecompressSync as decompress } from 'node:zlib'\n${unpacking}`
    },
  }
}

/** Returns the packages in a path, the innermost first. */
export const packagesIn = (path = '') =>
  [...path.replaceAll('\\', '/').matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].map(([, name]) => name).reverse()
