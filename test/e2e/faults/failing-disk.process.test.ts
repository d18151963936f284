import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execaSync } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMachine, type Machine } from '../machine.ts'

// RELIABILITY 4: a disk that accepts writes, and fails to flush them.

const traceable =
  existsSync('/usr/bin/strace') && execaSync('strace', ['-qq', 'true'], { reject: false }).exitCode === 0

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
  await machine.aside('testctl projects create --name Web --identifier WEB')
})
afterEach(() => machine.remove())

/**
 * Runs a line on a disk that flushes the log of the store and its folder, and fails every flush after that. Like a file system that
 * has found such an error, it also refuses to delete the log.
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

describe.skipIf(!traceable)('a disk that has become read-only meanwhile', () => {
  const lasting = (faults: string, line: string) =>
    machine.shell(`exec strace -f -qq -o /dev/null ${faults} -e inject=unlink:error=EROFS ${line}`)

  test('a setting that was stored is not called a failure for the lock that stays', async () => {
    expect(await lasting('', 'testctl config set timeout 7s')).toMatchObject({ stderr: '', exitCode: 0 })
    expect(await machine.type('testctl config get timeout')).toMatchObject({ stdout: '7s\n', exitCode: 0 })
  })

  test('the part of a journal that stays is named, and how to remove it', async () => {
    await writeFile(join(machine.folder, 'report.xml'), '<testsuite name="s"><testcase name="a"/></testsuite>')
    const line = 'testctl runs submit report.xml -p WEB --name CI --create-cases'
    const { stderr, exitCode } = await lasting('-e inject=fdatasync:error=EIO:when=2+', line)
    const told = /^warning: no journal .*: the disk reports an error; remove the rest of it when you can: rm (\S+)\n$/
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringMatching(told), exitCode: 0 })
    await rm(told.exec(stderr)![1]!)
    expect(await machine.type('testctl runs submit --resume')).toMatchObject({ exitCode: 2 })
  })
})
