import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isTaken, takeFile, type LockEnv } from '../../../src/system/files/take-file.ts'

// A lock file that keeps two processes from doing the same work at once. It contains a process ID.

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testctl-take-'))
  path = join(folder, 'work.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Returns a computer on which this process and `running` run. It does not know when they started. */
const computer = (...running: number[]) => ({
  pid: process.pid,
  now: () => new Date(),
  isRunning: (pid: number) => [process.pid, ...running].includes(pid),
})

/** Returns a computer on which process 4242 runs, which started at that time. */
const telling = (started: string) => ({
  ...computer(4242),
  start: 'boot/99',
  isRunning: (pid: number, start?: string) => pid === 4242 && start === started,
})

const take = (io: LockEnv, onLeft?: () => void) =>
  takeFile(path, io, { taken: (holder) => new Error(`taken by ${holder}`), onLeft })

const age = (seconds: number) => utimesSync(path, Date.now() / 1000 - seconds, Date.now() / 1000 - seconds)

test('is held until it is given back, and nothing of it is left', () => {
  const release = take(computer())
  expect(readFileSync(path, 'utf8')).toBe(String(process.pid))
  expect(isTaken(path, computer())).toBe(true)
  expect(() => take(computer())).toThrow(`taken by process ${process.pid}`)
  release()
  expect(isTaken(path, computer())).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

test('one that cannot be removed is no failure of what was done under it', () => {
  const release = take(computer())
  rmSync(path)
  mkdirSync(path)
  release()
})

test('one of a process that runs is left to it', () => {
  writeFileSync(path, '4242\n')
  expect(() => take(computer(4242))).toThrow('taken by process 4242')
  expect(readFileSync(path, 'utf8')).toBe('4242\n')
})

test('one of a process that was killed is taken over, and what it left is told of once the lock is held', () => {
  writeFileSync(path, '4242\n')
  const told: string[] = []
  take(computer(), () => told.push(readFileSync(path, 'utf8')))()
  take(computer(), () => told.push('again'))()
  expect(told).toEqual([String(process.pid)])
})

test('of two that find one left behind, only the first takes it over', () => {
  writeFileSync(path, '4242')
  const late = computer(4711)
  const slow = {
    ...late,
    isRunning: (pid: number) => {
      // Another process takes the file first.
      if (pid === 4242) {
        rmSync(path)
        writeFileSync(path, '4711')
      }
      return late.isRunning(pid)
    },
  }
  expect(() => take(slow)).toThrow('taken by process 4711')
  expect(readFileSync(path, 'utf8')).toBe('4711')
  expect(readdirSync(folder)).toEqual(['work.lock'])
})

/** What became of a process that wants the lock too. */
const tryAs = (pid: number): string => {
  try {
    take({ ...computer(process.pid, 4711), pid })
    return `${pid} took it`
  } catch (error) {
    return (error as Error).message
  }
}

test('of three that find one left behind, one takes it over, and the others leave its lock alone', () => {
  writeFileSync(path, '4242')
  const others: string[] = []
  const slow = {
    ...computer(4711),
    isRunning: (pid: number) => {
      // The second is quicker, and the third comes while the first looks at the lock of the second.
      if (pid === 4242) others.push(tryAs(4711))
      if (pid === 4711) others.push(tryAs(4712))
      return pid === 4711
    },
  }
  expect(() => take(slow)).toThrow('taken by process 4711')
  expect([...new Set(others)]).toEqual(['4711 took it', 'taken by process 4711'])
  expect(readFileSync(path, 'utf8')).toBe('4711')
  expect(readdirSync(folder)).toEqual(['work.lock'])
})

test('while one takes over what was left behind, another one is refused', () => {
  writeFileSync(path, '4242')
  const looks: string[] = []
  const first = {
    ...computer(),
    isRunning: (pid: number) => {
      if (pid === 4242) looks.push(looks.length === 0 ? 'left' : tryAs(4711))
      return pid === process.pid
    },
  }
  take(first)()
  expect(looks).toEqual(['left', `taken by process ${process.pid}`])
  expect(readdirSync(folder)).toEqual([])
})

test('one whose taking over was cut off by a kill is taken over all the same', () => {
  writeFileSync(path, '4242')
  writeFileSync(`${path}.left`, '4243')
  take(computer())()
  expect(readdirSync(folder)).toEqual([])
})

test('one that another process holds by now is not removed by the end of the work before', () => {
  const release = take(computer())
  rmSync(path)
  writeFileSync(path, '4711')
  release()
  expect(readFileSync(path, 'utf8')).toBe('4711')
})

test('one that another process has just made, and not yet written into, is that of a process', () => {
  writeFileSync(path, '')
  for (const seconds of [0, 5]) {
    age(seconds)
    expect(() => take(computer())).toThrow('taken by another process')
  }
})

test('one that a full disk left empty keeps nobody out', () => {
  writeFileSync(path, '')
  age(60)
  take(computer())()
})

test('one of a process that runs is left to it, wherever the clock was set since', () => {
  writeFileSync(path, '4242 boot/7')
  for (const seconds of [1e8, -1e8]) {
    age(seconds)
    expect(() => take(telling('boot/7'))).toThrow('taken by process 4242')
  }
})

test('one of a process that has ended is free, though another one has its number now', () => {
  writeFileSync(path, '4242 boot/7')
  take(telling('boot/8'), () => expect(readFileSync(path, 'utf8')).toBe(`${process.pid} boot/99`))()
})

test('one of an earlier process that had the number of this one is free, as in a container that begins anew', () => {
  writeFileSync(path, String(process.pid))
  age(performance.now() / 1000 + 10)
  take(computer(process.pid))()
})

test('one from before the computer started is free, whoever has its number now', () => {
  writeFileSync(path, '4242')
  utimesSync(path, 1, 1)
  take(computer(4242))()
})
