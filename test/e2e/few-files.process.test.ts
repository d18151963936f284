import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMachine, type Machine } from './machine.ts'

// A process that may open only a few files, or write only small ones, as in some services and containers.

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
  await machine.aside('testctl projects create --name Web --identifier WEB')
})
afterEach(() => machine.remove())

const problem =
  /^error: (the store \S+ cannot be opened: )?too many files are open \(ulimit -n\)\n {2}.*ulimit -n 1024\n$/

test.runIf(process.platform === 'linux')('a command says that it may open no more, and that is no bug', async () => {
  const seen = new Set<number>()
  for (let files = 30; files >= 5; files -= 1) {
    const { stdout, stderr, exitCode } = await machine.shell(
      `ulimit -n ${files}; exec testctl projects list --jq '.[0].identifier'`,
    )
    // Node itself needs about twenty files, a program made with Bun fewer.
    if (!stderr.startsWith('error:') && exitCode !== 0) break
    seen.add(exitCode)
    if (exitCode === 0) expect({ stdout, stderr }).toEqual({ stdout: 'WEB\n', stderr: '' })
    else
      expect({ files, stdout, stderr, exitCode }).toEqual({
        files,
        stdout: '',
        stderr: expect.stringMatching(problem),
        exitCode: 6,
      })
  }
  expect(seen).toContain(6)
})

test.runIf(process.platform === 'linux')(
  'a store that may grow no further names the limit beside the disk',
  async () => {
    const { stderr, exitCode } = await machine.shell(
      'ulimit -f 8; exec testctl projects create --name App --identifier APP',
    )
    expect({ stderr, exitCode }).toEqual({
      stderr: expect.stringContaining('no larger than ulimit -f says'),
      exitCode: 6,
    })
  },
)
