import { execa } from 'execa'
import { expect, test } from 'vitest'
import { root } from './helpers/world.ts'

// Runs the checks of `npm run check` in parallel with the other tests. On two cores that 36 processes shared, the type checker took more
// than five minutes.
const timeout = 3_600_000

test.for<[what: string, program: string, ...words: string[]]>([
  ['formatted', 'oxfmt', '--check'],
  ['free of what the linter objects to', 'oxlint', '--deny-warnings', '--allow', 'no-control-regex'],
  // With several checkers, much is checked twice, on cores that other tests need.
  ['typed', 'tsc', '--checkers', '1'],
])('all source is %s', { timeout }, async ([, program, ...words]) => {
  // The type checker is written in Go and would spend a third of its time in garbage collection, which it does not need.
  const env = { GOGC: 'off', GOMEMLIMIT: '1500MiB' }
  const { all, exitCode } = await execa(program, words, { cwd: root, preferLocal: true, reject: false, all: true, env })
  expect({ all, exitCode }).toMatchObject({ exitCode: 0 })
})
