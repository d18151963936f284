import { beforeEach } from 'vitest'

/**
 * Tests that cannot pass with the single-file program, by file and title, each with the reason. The beginning of a title is
 * enough. The title of a describe comes before that of its tests.
 */
export const differences: readonly { file: string; title: string; reason: string }[] = [
  ...[
    { file: 'e2e/code-cache-trust.process.test.ts', title: '' },
    { file: 'e2e/shipped-code.process.test.ts', title: '' },
    { file: 'e2e/code-cache.process.test.ts', title: 'a second start finds the compiled code' },
    { file: 'e2e/code-cache.process.test.ts', title: 'the first run of each verb' },
    { file: 'e2e/code-cache.process.test.ts', title: 'compiled code that is' },
    { file: 'e2e/code-cache.process.test.ts', title: 'a command on a store in a file loads' },
    { file: 'e2e/code-cache.process.test.ts', title: 'what a command loads after it has asked a service' },
  ].map((one) => ({ ...one, reason: 'there is no cache of compiled code: it is in the program' })),
  { file: 'e2e/loaded.process.test.ts', title: '', reason: 'which modules Node has loaded is asked of Node' },
  {
    file: 'complete.process.test.ts',
    title: 'an answer loads nothing but its own file',
    reason: 'which files Node has read is asked of Node',
  },
  ...[
    {
      file: 'complete.process.test.ts',
      title: 'whatever is wrong, there is nothing to offer, and no error > a folder that is not',
    },
    { file: 'e2e/bad-input/files.process.test.ts', title: 'what is typed > a folder that was deleted meanwhile' },
  ].map((one) => ({ ...one, reason: 'bun itself ends with 1 and says so, before testctl begins' })),
  {
    file: 'reports/named-pipes.process.test.ts',
    title: 'a report that is a named pipe',
    reason: 'the sockets of bun take a pipe that is still empty for one that has ended, so that it is read as a file',
  },
  {
    file: 'e2e/bad-input/runtime.process.test.ts',
    title: 'NODE_OPTIONS=--jitless',
    reason: 'NODE_OPTIONS are those of Node',
  },
  {
    file: 'e2e/hang-up.terminal.test.ts',
    title: 'testctl serve',
    reason: 'a SIGHUP that is ignored, as it is there, stays ignored with bun (DECISIONS 325)',
  },
  {
    file: 'server/chunks.process.test.ts',
    title: 'bodies in chunks of one byte > with a key',
    reason: 'serving is for Node: bun hands over small chunks together, and the deadline ends such a body',
  },
]

beforeEach(({ task, skip }) => {
  const titles: string[] = []
  for (let suite = task.suite; suite; suite = suite.suite) titles.unshift(suite.name)
  const title = [...titles, task.name].join(' > ')
  const found = differences.find((one) => task.file.name.endsWith(one.file) && title.startsWith(one.title))
  if (found) skip(found.reason)
})
