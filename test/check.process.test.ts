import { execa } from 'execa'
import { expect, test } from 'vitest'
import { root } from './helpers/world.ts'

// What `npm run check` runs, beside the other tests.

test.for<[what: string, program: string, ...words: string[]]>([
  ['formatted', 'oxfmt', '--check'],
  ['free of what the linter objects to', 'oxlint', '--deny-warnings', '--allow', 'no-control-regex'],
  // Several checkers check much of it twice, on cores that other tests need.
  ['typed', 'tsc', '--checkers', '1'],
])('all source is %s', async ([, program, ...words]) => {
  // The type checker is a program of Go, which spends a third of its time on memory that it does not need back.
  const env = { GOGC: 'off', GOMEMLIMIT: '1500MiB' }
  const { all, exitCode } = await execa(program, words, { cwd: root, preferLocal: true, reject: false, all: true, env })
  expect({ all, exitCode }).toMatchObject({ exitCode: 0 })
})
