import { defineConfig } from 'vitest/config'

const root = new URL('..', import.meta.url).pathname
const timeouts = { testTimeout: 30_000, hookTimeout: 60_000 }

// A test that needs a PostgreSQL says so in its name; those of the service run on both kinds of store.
const onPostgres = 'test/**/*.postgres.test.ts'
const onBoth = 'test/service/**/*.test.ts'

export default defineConfig({
  test: {
    root,
    reporters: ['default'],
    // Most of the time is spent waiting for processes and disks.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'main',
          root,
          include: ['test/**/*.test.ts'],
          exclude: [onPostgres],
          provide: { engine: 'SQLite' },
          ...timeouts,
        },
      },
      {
        test: {
          name: 'postgres',
          root,
          include: [onPostgres, onBoth],
          globalSetup: ['test/helpers/postgres.setup.ts'],
          provide: { engine: 'PostgreSQL' },
          ...timeouts,
        },
      },
    ],
  },
})
