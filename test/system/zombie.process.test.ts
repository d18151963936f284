import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { isRunning, startOf } from '../../src/system/running.ts'

// A process that has ended, and whose parent has not waited for it: as in a container whose first process is not an init.

test.runIf(process.platform === 'linux')(
  'a process that was killed counts as ended before its parent hears of it',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    await expect.poll(() => isRunning(Number(line.toString()))).toBe(false)
    expect(isRunning(parent.pid!)).toBe(true)
  },
)

test.runIf(process.platform === 'linux')('a later process with the same number is not the one that was there', () => {
  const parent = spawn('sleep', ['60'], { stdio: 'ignore' })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const start = startOf(parent.pid!)
  expect(start).toMatch(/^[0-9a-f-]{36}\/\d+$/)
  expect(startOf(parent.pid!)).toBe(start)
  expect(isRunning(parent.pid!, start)).toBe(true)
  expect(isRunning(parent.pid!, startOf(process.pid))).toBe(false)
})
