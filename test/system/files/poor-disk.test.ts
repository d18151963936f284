import { expect, test } from 'vitest'
import { flushFolder } from '../../../src/system/files/flush.ts'
import { giveMode } from '../../../src/system/files/replace.ts'

// A disk that has no modes, and cannot flush a folder. Linux's /proc behaves like that, even for root. DECISIONS 400

test.runIf(process.platform === 'linux')(
  'a file that has the mode already is left alone where modes cannot be set',
  () => {
    giveMode('/proc/self/comm', 0o100644)
    expect(() => giveMode('/proc/self/comm', 0o600)).toThrow('EPERM')
  },
)

test.runIf(process.platform === 'linux')('a folder that cannot be flushed is no failure', () => {
  flushFolder('/proc')
})
