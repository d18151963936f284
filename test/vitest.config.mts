import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { filesThatStartIt } from './binary/files.mts'
import { compiledSource } from './helpers/compiled-source.mts'
import { EvenOrder } from './helpers/order.mts'
import { prepareWorkplace } from './helpers/workplace.mts'

const root = resolve(import.meta.dirname, '..')

/** The lanes that `--project` names. Empty means all of them. */
const asked = process.argv.flatMap((word, at, words) =>
  word === '--project' ? (words[at + 1] ?? []) : word.startsWith('--project=') ? word.slice('--project='.length) : [],
)
const isPure = asked.length > 0 && asked.every((lane) => lane === 'unit' || lane === 'command')

// In MB. A whole suite has used up to 992 MB at once, most of it in databases.
prepareWorkplace({ room: isPure ? 512 : 1200 })

/** The lanes, by what their tests need of the machine. The name of a file says its lane: `x.process.test.ts`; `x.test.ts` is unit. */
const lanes = ['command', 'process', 'terminal', 'postgres', 'browser', 'cluster', 'windows'] as const
const filesOf = (lane: string): string => `test/**/*.${lane}.test.ts`

/**
 * Node 20 optimizes functions so early that tests gain nothing from it, which took a sixth of the processor's time. Later versions
 * have a quick compiler for that stage, and another name for the limit.
 */
const execArgv = process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []

// Keeps the global setup files out of Vitest's module cache. Vitest 4.1 reads a cached one as bytes; if the setup then fails, because a
// program is missing, say, an error of Vitest ("code.charCodeAt is not a function") hides the reason.
const unkeptSetups: Plugin = {
  name: 'unkept-setups',
  configureVitest: ({ experimental_defineCacheKeyGenerator: defineKey }) =>
    defineKey(({ environment }) => (environment.name === '__vitest__' ? false : undefined)),
}

// In watch mode a changed file has to run again, and Vite notices changes only if it loads the source itself.
const isWatching = !process.argv.some((word) => /^(--)?run$/.test(word)) || process.argv.includes('--watch')
const plugins = [unkeptSetups, ...(isWatching ? [] : [await compiledSource()])]

const project = (name: string, settings: object = {}) => ({
  plugins,
  test: {
    server: { deps: { external: [/\/\.cache\/testctl\/source\//] } },
    name,
    root,
    include: [filesOf(name)],
    // These limits only end tests that hang. On a busy machine, a test may take many times its usual time.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 60_000 } },
    isolate: false,
    execArgv,
    ...settings,
  },
})

const programs = 'test/helpers/programs.setup.ts'
const postgres = 'test/helpers/postgres.setup.ts'

/** The lanes as separate projects, for `--project`. */
const alone = [
  project('unit', { include: ['test/**/*.test.ts'], exclude: lanes.map(filesOf) }),
  project('command'),
  project('process'),
  project('terminal', { globalSetup: [programs] }),
  project('browser', { globalSetup: [programs] }),
  project('postgres', { globalSetup: [postgres] }),
  // The service behind a pooler, a standby that takes over, and several servers: npm run test:cluster, not part of npm test.
  ...(process.env['TESTCTL_CLUSTER'] === '1'
    ? [
        project('cluster', {
          include: [filesOf('cluster'), 'test/service/**/*.postgres.test.ts'],
          globalSetup: [programs, 'test/helpers/pooler.setup.ts'],
        }),
      ]
    : []),
  // On the Windows build of Node, in wine: npm run test:windows, not part of npm test.
  ...(process.env['TESTCTL_WINDOWS'] === '1'
    ? [project('windows', { globalSetup: ['test/helpers/windows.setup.ts'], isolate: true })]
    : []),
  // Everything that starts testctl, with the single-file program in its place: npm run test:binary, not part of npm test.
  ...(process.env['TESTCTL_PROGRAM'] === undefined
    ? []
    : [
        project('binary', {
          include: filesThatStartIt(),
          setupFiles: ['test/binary/differences.ts'],
          globalSetup: [programs, postgres],
        }),
      ]),
]

// One project for all lanes. Separate projects do not share workers, and each worker takes seconds until V8 has optimized the source.
const together = [
  project('whole', {
    include: ['test/**/*.test.ts'],
    exclude: [filesOf('cluster'), filesOf('windows')],
    globalSetup: [programs, postgres],
  }),
]

const isShuffled = process.argv.some((word) => word.startsWith('--sequence.shuffle'))

export default defineConfig({
  test: {
    root,
    reporters: ['default'],
    // All lanes but unit also wait, for processes or timeouts: with one worker per processor, the processors idle half of the time.
    maxWorkers: availableParallelism() + (asked.join() === 'unit' ? 0 : 4),
    ...(isShuffled ? {} : { sequence: { sequencer: EvenOrder } }),
    // Caches each file as Vite transformed it, until the file changes.
    experimental: { fsModuleCache: true },
    teardownTimeout: 300_000,
    projects: asked.length > 0 ? alone : together,
  },
})
