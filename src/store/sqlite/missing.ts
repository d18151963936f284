import { arch, platform, versions } from 'node:process'
import { substitute, type UnusableDriver } from './drivers.ts'

/** Explains why there is no SQLite for a store, and how to fix that. DECISIONS 96 */
export const explainMissing = (
  refused: readonly UnusableDriver[],
  { node = versions.node, machine = `${platform}-${arch}` } = {},
): { message: string; hint: string } => ({
  message: refused.map((one) => explanationOf(one, { node, machine })).join(', and '),
  hint: 'use Node.js 24.15 or later, which has one',
})

const explanationOf = (one: UnusableDriver, { node, machine }: { node: string; machine: string }): string => {
  const owner = one.driver === substitute ? 'testctl' : `Node.js ${node}`
  if ('version' in one) return `${owner} has ${one.version}`
  return one.driver === substitute
    ? `the one of testctl does not load on ${machine} (${firstLineOf(one.error)})`
    : `${owner} has none`
}

const firstLineOf = (error: unknown): string => String(error instanceof Error ? error.message : error).split('\n')[0]!
