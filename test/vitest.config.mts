import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { filesThatStartIt } from './binary/files.mts'
import { compiledSource } from './helpers/compiled-source.mts'
import { EvenOrder } from './helpers/order.mts'
import { prepareWorkplace } from './helpers/workplace.mts'

const root = resolve(import.meta.dirname, '..')

/** The lanes that `--project` names; none stands for all. */
const asked = process.argv.flatMap((word, at, words) =>
  word === '--project' ? (words[at + 1] ?? []) : word.startsWith('--project=') ? word.slice('--project='.length) : [],
)
const isPure = asked.length > 0 && asked.every((lane) => lane === 'unit' || lane === 'command')

// A whole suite has had 992 MB at once, most of it in databases.
prepareWorkplace({ room: isPure ? 512 : 1200 })

/** What the tests of a lane need of the machine. The name of a file says its lane: `x.process.test.ts`; `x.test.ts` is unit. */
const lanes = ['command', 'process', 'terminal', 'postgres', 'browser', 'cluster', 'windows'] as const
const filesOf = (lane: string): string => `test/**/*.${lane}.test.ts`

/**
 * Node 20 compiles a function for speed long before a test has got anything of it: that took a sixth of the processor's time. Later ones
 * have a quick compiler before that, and another name for the limit.
 */
const execArgv = process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []

// What is loaded here to prepare a lane is not kept: Vitest 4.1 reads what it has kept of it as bytes, and where it fails, for want of
// a program, say, an error of its own ("code.charCodeAt is not a function") takes the place of the reason.
const unkeptSetups: Plugin = {
  name: 'unkept-setups',
  configureVitest: ({ experimental_defineCacheKeyGenerator: defineKey }) =>
    defineKey(({ environment }) => (environment.name === '__vitest__' ? false : undefined)),
}

// Who watches wants a changed file run again, which Vite sees in the source alone.
const isWatching = !process.argv.some((word) => /^(--)?run$/.test(word)) || process.argv.includes('--watch')
const plugins = [unkeptSetups, ...(isWatching ? [] : [await compiledSource()])]

const project = (name: string, settings: object = {}) => ({
  plugins,
  test: {
    server: { deps: { external: [/\/\.cache\/testctl\/source\//] } },
    name,
    root,
    include: [filesOf(name)],
    // Limits for what hangs. A machine that has other work to do takes its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    isolate: false,
    execArgv,
    ...settings,
  },
})

const programs = 'test/helpers/programs.setup.ts'
const postgres = 'test/helpers/postgres.setup.ts'

/** A lane alone, for `--project`. */
const alone = [
  project('unit', { include: ['test/**/*.test.ts'], exclude: lanes.map(filesOf) }),
  project('command'),
  project('process'),
  project('terminal', { globalSetup: [programs] }),
  project('browser', { globalSetup: [programs] }),
  project('postgres', { globalSetup: [postgres] }),
  // The service behind a pooler, a standby that takes over, and several servers: npm run test:cluster, no part of npm test.
  ...(process.env['TESTCTL_CLUSTER'] === '1'
    ? [
        project('cluster', {
          include: [filesOf('cluster'), 'test/service/**/*.postgres.test.ts'],
          globalSetup: [programs, 'test/helpers/pooler.setup.ts'],
        }),
      ]
    : []),
  // On Windows' build of Node, in wine: npm run test:windows, which is no part of npm test.
  ...(process.env['TESTCTL_WINDOWS'] === '1'
    ? [project('windows', { globalSetup: ['test/helpers/windows.setup.ts'], isolate: true })]
    : []),
  // Everything that starts testctl, with the program without Node in its place: npm run test:binary, no part of npm test.
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

// Each project has workers of its own, of which each evaluates the source anew and takes seconds until V8 has made it fast.
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
    // All but the unit tests also wait, for processes or limits of time: with a worker for each processor, it stands still half of the time.
    maxWorkers: availableParallelism() + (asked.join() === 'unit' ? 0 : 4),
    ...(isShuffled ? {} : { sequence: { sequencer: EvenOrder } }),
    // What Vite made of a file serves until the file changes.
    experimental: { fsModuleCache: true },
    teardownTimeout: 300_000,
    projects: asked.length > 0 ? alone : together,
  },
})
