// npm run bench:service [-- --rounds N]
// How many durable updates and how many reads a second `testctl serve` does for 32 clients, beside a bare node:http server.
import { parseArgs } from 'node:util'
import { compare } from './serving.mjs'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const { constant, reads, updates } = await compare({ rounds: Number(values.rounds) })
const show = (label, { rate, p50, p99, failed }, aim = '') =>
  console.log(
    `${label.padEnd(34)} ${Math.round(rate).toString().padStart(7)}/s   p50 ${p50} ms   p99 ${p99} ms   ${failed} failed   ${aim}`,
  )
show('a constant by node:http', constant)
show('reads of a test', reads, `${((reads.rate / constant.rate) * 100).toFixed(0)} % of the constant (aim ≥ 40 %)`)
show('durable updates of a test, SQLite', updates, '(aim ≥ 3000/s, p99 < 50 ms)')
