import type { Writable } from 'node:stream'
import { pino } from 'pino'

/** How much is logged. */
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** Writes one line of JSON for each event. */
export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error'>

/**
 * A log on a stream. It writes only the given fields, so that no header and no body gets into it by accident.
 * DECISIONS 62
 */
export const createLog = (to: Writable, level: LogLevel): Log =>
  pino({ level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"`, formatters }, batched(to))

const formatters = { level: (label: string) => ({ level: label }) }

/** Lines that come in one turn of the event loop are written together: each write is a call into the kernel. */
const batched = (to: Writable): { write: (line: string) => void } => {
  let lines = ''
  return {
    write: (line) => {
      if (lines === '')
        setImmediate(() => {
          to.write(lines)
          lines = ''
        })
      lines += line
    },
  }
}
