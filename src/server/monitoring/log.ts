import type { Writable } from 'node:stream'
import { pino } from 'pino'

/** The log levels, from nothing to everything. */
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** Writes one line of JSON for each event. */
export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error'>

/**
 * Creates a log on a stream. It writes only the given fields, so that no header and no body gets into it by accident.
 * DECISIONS 62
 */
export const createLog = (to: Writable, level: LogLevel): Log => {
  const timestamp = () => `,"time":"${new Date().toISOString()}"`
  const log = pino(
    { level, base: null, timestamp, formatters },
    batched(to, (dropped) => log.error({ dropped, reason: 'the log was not read' })),
  )
  return log
}

const formatters = { level: (label: string) => ({ level: label }) }

/**
 * Writes the lines of one turn of the event loop together, because each write is a system call. While the stream has too much
 * unwritten text, drops lines, and passes their number to `onTaken` once there is room again. DECISIONS 438
 */
const batched = (to: Writable, onTaken: (dropped: number) => void): { write: (line: string) => void } => {
  let lines = ''
  let unread = 0
  let dropped = 0
  const send = (): void => {
    const { length } = lines
    unread += length
    to.write(lines, () => {
      unread -= length
      if (dropped === 0 || unread > mostUnread / 2) return
      onTaken(dropped)
      dropped = 0
    })
    lines = ''
  }
  return {
    write: (line) => {
      if (unread > mostUnread) return void (dropped += 1)
      if (lines === '') setImmediate(send)
      lines += line
    },
  }
}

// In characters.
const mostUnread = 4 * 1024 * 1024
