import { expect } from 'vitest'
import type { Seen } from '../helpers/world.ts'

/** An error as a user reads it: what happened, what to do next, and the single issues. */
export type Told = { exitCode: number; error: string; next: string | undefined; issues: string[] }

/** Parses the error that a command has printed. Its stdout has to be exactly `stdout`. */
export const toldBy = (seen: Seen, stdout = ''): Told => {
  expect(seen.stdout).toBe(stdout)
  const [first = '', ...lines] = seen.stderr.trimEnd().split('\n')
  expect(first).toMatch(/^error: \S/)
  const issues = lines.filter((line) => line.startsWith('  - '))
  const [next] = lines.filter((line) => /^ {2}\S/.test(line) && !issues.includes(line))
  return {
    exitCode: seen.exitCode,
    error: first.slice('error: '.length),
    next: next?.trim().replace(/^try: /, ''),
    issues: issues.map((line) => line.slice('  - '.length)),
  }
}
