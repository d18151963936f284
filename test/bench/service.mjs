// npm run bench:service [-- --rounds N]
// Measures how many durable updates and how many reads a second `testctl serve` does for 32 clients, next to a bare node:http server,
// and what limits them: the processor, and for updates the disk, for which a group of updates waits together.
import { parseArgs } from 'node:util'
import { compare, syncTime } from './serving.mjs'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const { constant, reads, pages, updates } = await compare({ rounds: Number(values.rounds) })
const show = (label, { rate, p50, p99, failed, cpu }, aim = '') =>
  console.log(
    `${label.padEnd(34)} ${Math.round(rate).toString().padStart(7)}/s   ${cpu.toFixed(0).padStart(4)} µs of the processor   ` +
      `p50 ${p50} ms   p99 ${p99} ms   ${failed} failed   ${aim}`,
  )
show('a constant by node:http', constant)
show('reads of a test', reads, `${((reads.rate / constant.rate) * 100).toFixed(0)} % of the constant (aim ≥ 35 %)`)
show('pages of 50 tests', pages)
show('durable updates of a test, SQLite', updates, '(aim ≥ 5000/s, p99 ≤ 20 ms)')
console.log(`${'a page made durable by the disk'.padEnd(34)} ${syncTime().toFixed(2)} ms`)
