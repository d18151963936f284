import { closeSync, openSync, readFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { UnavailableError } from '../../errors.ts'

/** Returns the system's limit for each process (`ulimit -n`, `ulimit -f`); undefined if there is none, or if this is not Linux. */
export const limitOf = (what: 'open files' | 'file size'): number | undefined => {
  try {
    const found = new RegExp(`^Max ${what} +(\\d+)`, 'm').exec(readFileSync('/proc/self/limits', 'utf8'))
    return found ? Number(found[1]) : undefined
  } catch {
    return undefined
  }
}

/** Whether an error says that this process, or the whole computer, has as many files open as it may. */
export const isOutOfFiles = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes(String((error as { code?: unknown } | undefined)?.code))

/** Whether this process may open that many more files. Opens them to find out: SQLite and Node don't say why they could not. */
export const mayOpen = (files: number): boolean => {
  const opened: number[] = []
  try {
    while (opened.length < files) opened.push(openSync(devNull, 'r'))
    return true
  } catch (error) {
    return !isOutOfFiles(error)
  } finally {
    for (const file of opened) closeSync(file)
  }
}

/** Returns the error of a process that may open no more files: not a bug, and not a matter of permissions. DECISIONS 509 */
export const outOfFiles = ({
  before = '',
  status,
  cause,
}: { before?: string; status?: number; cause?: unknown } = {}): UnavailableError =>
  new UnavailableError(`${before}too many files are open (ulimit -n)`, {
    hint: `let it open more, in the shell that starts it: ulimit -n ${more(limitOf('open files'))}`,
    status,
    cause,
  })

const more = (now = 0): number => Math.max(1024, 2 * now)
