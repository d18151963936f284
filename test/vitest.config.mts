import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { filesThatStartIt } from './binary/files.mts'
import { prepareWorkplace } from './helpers/workplace.mts'

const root = new URL('..', import.meta.url).pathname
prepareWorkplace()

/** What the tests of a lane need of the machine. The name of a file says its lane: `x.process.test.ts`; `x.test.ts` is unit. */
const lanes = ['command', 'process', 'terminal', 'postgres', 'browser', 'windows'] as const
const filesOf = (lane: string): string => `test/**/*.${lane}.test.ts`

const project = (name: string, settings: object = {}) => ({
  test: {
    name,
    root,
    include: [filesOf(name)],
    provide: { engine: 'SQLite' as const },
    // Limits for what hangs. A machine that has other work to do takes its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    ...settings,
  },
})

export default defineConfig({
  test: {
    root,
    reporters: ['default'],
    // Half of the tests wait for processes and disks most of the time.
    maxWorkers: availableParallelism() + 2,
    projects: [
      project('unit', { include: ['test/**/*.test.ts'], exclude: lanes.map(filesOf), isolate: false }),
      project('command', { isolate: false }),
      project('process', { isolate: false }),
      project('terminal', { isolate: false, globalSetup: ['test/helpers/programs.setup.ts'] }),
      project('browser', { isolate: false, globalSetup: ['test/helpers/programs.setup.ts'] }),
      // The tests of the service run on both kinds of store.
      project('postgres', {
        include: [filesOf('postgres'), 'test/service/**/*.command.test.ts'],
        provide: { engine: 'PostgreSQL' },
        globalSetup: ['test/helpers/postgres.setup.ts'],
        isolate: false,
      }),
      // On Windows' build of Node, in wine: npm run test:windows, which is no part of npm test.
      ...(process.env['TESTCTL_WINDOWS'] === '1'
        ? [project('windows', { globalSetup: ['test/helpers/windows.setup.ts'] })]
        : []),
      // Everything that starts testctl, with the program without Node in its place: npm run test:binary, no part of npm test.
      ...(process.env['TESTCTL_PROGRAM'] === undefined
        ? []
        : [
            project('binary', {
              include: filesThatStartIt(),
              setupFiles: ['test/binary/differences.ts'],
              globalSetup: ['test/helpers/programs.setup.ts', 'test/helpers/postgres.setup.ts'],
              isolate: false,
            }),
          ]),
    ],
  },
})
