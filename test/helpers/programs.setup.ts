import type { TestProject } from 'vitest/node'
import { missing, packages } from './programs.ts'
import { outOfReach } from './somebody-else.ts'

/** The programs that only one lane needs. The lanes that start shells need all others. */
const ofBrowser = ['chromium']
const ofCluster = ['etcd', 'haproxy', 'openssl', 'patroni', 'pg_ctlcluster']

const neededBy = (lane: string): readonly string[] => {
  if (lane === 'browser') return ofBrowser
  if (lane === 'cluster') return ['pgbouncer', ...ofCluster]
  const others = lane === 'whole' ? ofCluster : [...ofBrowser, ...ofCluster]
  return Object.keys(packages).filter((program) => !others.includes(program))
}

/** Prints a line about tests that are skipped because a program is missing or other users cannot reach testctl. Under CI it throws. */
export default ({ name }: TestProject): void => {
  if (name === 'whole') sayOutOfReach()
  const lacking = missing(neededBy(name))
  if (lacking.length === 0) return
  const advice = `apt-get install ${lacking.map((program) => packages[program]).join(' ')}`
  if (process.env['CI']) throw new Error(`CI runs every test, and this machine lacks ${lacking.join(', ')}: ${advice}`)
  console.error(`skipping tests that need ${lacking.join(', ')} (${advice})`)
}

const sayOutOfReach = (): void => {
  if (outOfReach.length === 0) return
  const advice = 'clone, and install Node, where every user gets to'
  if (process.env['CI'])
    throw new Error(`CI runs every test, and others do not get to ${outOfReach.join(', ')}: ${advice}`)
  console.error(`skipping tests of other users, who do not get to ${outOfReach.join(', ')} (${advice})`)
}
