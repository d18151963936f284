import { createHash } from 'node:crypto'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../errors.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'
import type { Io, UserEnv } from '../../system/io.ts'
import { stateFolder } from '../../system/user-folders.ts'
import { isChange } from '../outbox/op.ts'
import type { ExecutionHeader } from './entry.ts'
import { isTaken, type LockEnv } from '../../system/files/take-file.ts'
import { takeExecution } from './lock.ts'
import { type EarlierExecution, replayExecution } from './replay.ts'

type Place = LockEnv & Pick<Io, 'env' | 'platform' | 'uid'>

/** Returns the folder of the journals of executions, beside those of submissions. */
export const executionsFolder = (io: UserEnv): string => {
  const folder = stateFolder(io)
  if (folder === undefined) throw new Error('there is no home directory')
  return join(folder, 'executions')
}

/** Returns the file of a journal: one for each service, run and holder of a key; without a holder if it is unknown. DECISIONS 230 */
export const executionFile = (folder: string, header: Pick<ExecutionHeader, 'service' | 'run' | 'holder'>): string =>
  join(folder, `${prefixOf(header)}${header.holder === undefined ? '' : `-${digest(header.holder, 16)}`}.ndjson`)

const prefixOf = ({ service, run }: Pick<ExecutionHeader, 'service' | 'run'>): string =>
  digest(`${service}\n${run}`, 32)

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

/**
 * Renames a journal without a holder, which an older testctl has left, to that of this holder. Does nothing if it is known to be
 * another holder's, if a process still has it, or if this holder has one already, which is sent first.
 */
export const adoptUnnamed = (folder: string, header: ExecutionHeader, io: Place): void => {
  const own = executionFile(folder, header)
  const unnamed = executionFile(folder, { ...header, holder: undefined })
  if (own === unnamed || existsSync(own) || !existsSync(unnamed)) return
  const { me } = readExecution(unnamed, io)
  if (me !== undefined && me !== header.holder) return
  let release: () => void
  try {
    release = takeExecution(unnamed, io)
  } catch (error) {
    if (error instanceof UsageError) return
    throw error
  }
  try {
    renameSync(unnamed, own)
  } finally {
    release()
  }
}

/** Counts the unsent changes of other key holders in the same run, by holder; journals in use by a process are left out. */
export const unsentByOthers = (
  folder: string,
  header: ExecutionHeader,
  io: Place,
): { holder: string; count: number }[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(prefixOf(header)) && name.endsWith('.ndjson'))
    .map((name) => join(folder, name))
    .filter((file) => file !== executionFile(folder, header) && !isTaken(`${file}.lock`, io))
    .flatMap((file) => {
      try {
        const { begin, me, pending } = readExecution(file, io)
        const holder = begin?.holder ?? me
        const count = pending.filter(isChange).length
        return holder === undefined || count === 0 ? [] : [{ holder, count }]
      } catch {
        // Its holder gets the error about an unreadable journal.
        return []
      }
    })

/** Reads the state that a journal holds; a missing journal is an empty one. */
export const readExecution = (file: string, { uid }: Pick<Io, 'uid'>): EarlierExecution => {
  let text = ''
  try {
    text = readRegularFile(file, { most: largest, owner: uid, links: 'refused' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return replayExecution(text, file)
}

// In bytes. The journal of ten thousand tests with long notes is smaller.
const largest = 64 * 1024 * 1024
