import { expect, onTestFinished } from 'vitest'
import { createWorld, type World } from '../helpers/world.ts'

export const key = 'canary-key-0123456789'

/** The result of `testctl doctor --json`. `checks` is by the names of the checks. */
export type Examined = {
  checks: Record<string, { status: string; message: string; hint: string | null }>
  /** Returns the names of the checks that have this status. */
  named: (status: string) => string[]
  exitCode: number
  stderr: string
}

/** Runs `testctl doctor --json` in this process or another, as `type` does, and checks that the output does not contain the key. */
export const examined = async (
  { type }: Pick<World, 'type'>,
  env: Record<string, string> = {},
  flags = '',
): Promise<Examined> => {
  const { stdout, stderr, exitCode } = await type(`testctl doctor --json ${flags}`, { env })
  expect(stdout + stderr).not.toContain('canary')
  const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; message: string; hint: string }[] }
  return {
    checks: Object.fromEntries(checks.map(({ name, ...rest }) => [name, rest])),
    named: (wanted) => checks.flatMap(({ name, status }) => (status === wanted ? [name] : [])),
    exitCode,
    stderr,
  }
}

/** Does the same in this process, in an empty folder, for a service at this address. */
export const examine = async (url: string, env: Record<string, string> = {}, flags = ''): Promise<Examined> => {
  const world = await createWorld()
  onTestFinished(world.remove)
  return examined(world, { TESTCTL_URL: url, TESTCTL_API_KEY: key, ...env }, flags)
}
