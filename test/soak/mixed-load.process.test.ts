import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startProcess } from '../server/server-process.ts'
import { soak } from '../helpers/soak.ts'
import { startClients } from './clients.ts'

// Sixteen clients that read, write, add and delete, and that break off, send nonsense and guess keys. The long form takes an hour.

const minutes = soak ? Number(process.env['TESTCTL_SOAK_MINUTES'] ?? 60) : 0
const seconds = soak ? minutes * 60 : 2

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

test.skipIf(process.platform !== 'linux')(
  `${soak ? `${minutes} minutes` : 'seconds'} of mixed load with faults: each answered change is there, no 5xx, and memory has a bound`,
  { timeout: seconds * 1000 + 600_000 },
  async () => {
    const server = await startProcess({ options: ['--rate-limit', '0'] })
    const clients = await startClients(server, 16)
    const { answers } = clients
    const held: number[] = []
    // At least a hundred answers, however long a busy machine takes for them.
    const isOver = (end: number) => performance.now() >= end && (answers[200] ?? 0) >= 100
    for (const end = performance.now() + seconds * 1000; !isOver(end); await sleep(soak ? 1000 : 100))
      held.push(server.held())
    const { lost } = await clients.end()
    if (soak)
      console.log(JSON.stringify({ answers, grown: server.grown(), held: held.filter((_, at) => at % 60 === 0) }))
    expect(lost).toEqual([])
    expect(Object.keys(answers).filter((status) => Number(status) >= 500)).toEqual([])
    expect(server.isAlive()).toBe(true)
    expect(server.grown()).toBeLessThan(400)
    const quarter = Math.floor(held.length / 4)
    // Seconds say nothing about growth: the first garbage is not yet collected.
    if (soak) expect(mean(held.slice(-quarter))).toBeLessThan(mean(held.slice(quarter, 2 * quarter)) * 1.1)
  },
)
