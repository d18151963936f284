import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { quoteWordFor } from '../../src/system/shell-line.ts'
import { lacks } from '../helpers/programs.ts'

const linux = { env: {}, platform: 'linux' as const }

describe.each(['bash', 'zsh', 'fish'])('a word of a hint, pasted into %s,', (shell) => {
  test.skipIf(lacks(shell)).each(["it's", '\\d+', 'C:\\\\share\\', "a\\'b", '\\\\\\', '!$`"~*'])(
    'is the word as it was: %s',
    (word) => {
      const line = `printf %s ${quoteWordFor(linux, word)}`
      expect(execFileSync(shell, ['-c', line], { encoding: 'utf8' })).toBe(word)
    },
  )
})
