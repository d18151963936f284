import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireLock } from '../../../src/system/files/lock.ts'
import { updateLocked } from '../../../src/system/files/update-locked.ts'
import { InterruptedError, UsageError } from '../../../src/errors.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'testctl-replacement-'))
  file = join(folder, 'config.json')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Returns a change that adds a line to the file. `meanwhile` runs after the new content is staged. */
const addLine = (line: string, meanwhile: () => void = () => undefined) => {
  const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  const expected = `${before}${line}\n`
  const write = (staged: string) => {
    fs.writeFileSync(staged, expected)
    meanwhile()
  }
  return { expected, write }
}

test('a file that was not written whole never takes the place of the old one', async () => {
  fs.writeFileSync(file, 'old\n')
  const half = () => ({ expected: 'old\nnew\n', write: (staged: string) => fs.writeFileSync(staged, 'old\nn') })
  await expect(updateLocked(file, half)).rejects.toThrow('no space left on the disk')
  expect(fs.readFileSync(file, 'utf8')).toBe('old\n')
  expect(fs.readdirSync(folder)).toEqual(['config.json'])
})

test('a process that slept while another took its lock over does its change again, on top of the other', async () => {
  let turns = 0
  const sleep = () => {
    if (turns++ > 0) return
    // The other process takes over the lock, removes what is staged, changes the file, and ends.
    fs.rmSync(`${file}.lock`)
    for (const name of fs.readdirSync(folder)) fs.rmSync(join(folder, name))
    fs.writeFileSync(file, 'other\n')
  }
  await updateLocked(file, () => addLine('own', sleep))
  expect(fs.readFileSync(file, 'utf8')).toBe('other\nown\n')
  expect(fs.readdirSync(folder)).toEqual(['config.json'])
})

test('a process that finds another holding its lock leaves that lock alone', async () => {
  let turns = 0
  const sleep = () => {
    if (turns++ === 0) fs.writeFileSync(`${file}.lock`, 'another')
  }
  await updateLocked(file, () => addLine('own', sleep), { timeoutMs: 50 })
  expect(turns).toBe(2)
  expect(fs.readFileSync(file, 'utf8')).toBe('own\n')
})

test('changes at the same time come one after another, and none is lost', async () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
  await Promise.all(lines.map((line) => updateLocked(file, () => addLine(line))))
  expect(fs.readFileSync(file, 'utf8').trim().split('\n').sort()).toEqual(lines.sort())
})

test('a lock that is held is waited for, and not getting it is told with the file to remove', async () => {
  const lock = await acquireLock(`${file}.lock`)
  const waiting = acquireLock(`${file}.lock`, { deadline: 60 })
  await expect(waiting).rejects.toThrow(UsageError)
  await expect(waiting).rejects.toMatchObject({ hint: `if there are none, remove ${file}.lock` })
  expect(lock.isHeld()).toBe(true)
  lock.release()
  expect(fs.readdirSync(folder)).toEqual([])
})

test('a lock that another process has taken over is not given back by the one that had it before', async () => {
  const lock = await acquireLock(`${file}.lock`)
  fs.writeFileSync(`${file}.lock`, 'another')
  lock.release()
  expect(fs.readFileSync(`${file}.lock`, 'utf8')).toBe('another')
})

test('Ctrl-C ends the waiting for a lock', async () => {
  const lock = await acquireLock(`${file}.lock`)
  const stop = new AbortController()
  const waiting = acquireLock(`${file}.lock`, { stop: stop.signal })
  stop.abort(new InterruptedError('interrupted'))
  await expect(waiting).rejects.toThrow(InterruptedError)
  expect(lock.isHeld()).toBe(true)
})
