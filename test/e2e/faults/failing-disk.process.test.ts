import { existsSync } from 'node:fs'
import { execaSync } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMachine, type Machine } from '../machine.ts'

// RELIABILITY 4: a disk that takes what is written, and cannot keep it.

const traceable =
  existsSync('/usr/bin/strace') && execaSync('strace', ['-qq', 'true'], { reject: false }).exitCode === 0

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
  await machine.aside('testctl projects create --name Web --identifier WEB')
})
afterEach(() => machine.remove())

/**
 * Types a line on a disk that flushes the log of the store and its folder, and then nothing any more. As a file system does that has found
 * such an error, it doesn't let the log go either.
 */
const failing = (line: string) =>
  machine.shell(
    `exec strace -f -qq -o /dev/null -e inject=fsync,fdatasync:error=EIO:when=3+ -e inject=unlink:error=EROFS ${line}`,
  )

describe.skipIf(!traceable)('a disk that no longer flushes', () => {
  test('a create may or may not be kept, and the next process finds it', async () => {
    const created = await failing('testctl projects create --name App --identifier APP')
    expect(created).toMatchObject({ stdout: '', exitCode: 9 })
    expect(created.stderr).toMatch(/could not be flushed to the disk.*may or may not have been created\n {2}look first/)
    expect(await machine.type('testctl projects list -q')).toEqual({ stdout: 'WEB\nAPP\n', stderr: '', exitCode: 0 })
  })

  test('a change may or may not be kept, and is not called done', async () => {
    const changed = await failing('testctl projects update WEB --name Site')
    expect(changed).toMatchObject({ stdout: '', exitCode: 6 })
    expect(changed.stderr).toContain('may or may not have been updated')
  })
})
