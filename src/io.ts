import type { Readable, Writable } from 'node:stream'

/** A stream that may be a terminal, and how wide it is then. */
export type Output = Writable & { isTTY?: boolean; columns?: number }
export type Input = Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown }

/** Everything that testctl takes from the process it runs in. Only this file and bin/ touch `process`. */
export type Io = {
  argv: readonly string[]
  stdin: Input
  stdout: Output
  stderr: Output
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  platform: NodeJS.Platform
  /** The folder of the package: where the demo's report lies. */
  root: string
  /** The name that a local user goes by: `createdBy` on an embedded service. */
  user: () => string
  now: () => Date
  /** Aborted with an InterruptedError, TerminatedError or OutputClosedError as its reason when testctl should stop. */
  stop: AbortSignal
}
