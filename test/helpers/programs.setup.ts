import type { TestProject } from 'vitest/node'
import { missing, packages } from './programs.ts'

/** Says in one line which tests are skipped because a program is missing. Under CI that is an error. */
export default ({ name }: TestProject): void => {
  const lacking = missing(Object.keys(packages)).filter(
    (program) => name === 'whole' || (program === 'chromium') === (name === 'browser'),
  )
  if (lacking.length === 0) return
  const advice = `apt-get install ${lacking.map((program) => packages[program]).join(' ')}`
  if (process.env['CI']) throw new Error(`CI runs every test, and this machine lacks ${lacking.join(', ')}: ${advice}`)
  console.error(`skipping tests that need ${lacking.join(', ')} (${advice})`)
}
