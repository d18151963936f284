import { constants, fstatSync, openSync, statSync, writeSync } from 'node:fs'
import type { Writable } from 'node:stream'

type Listener = (...values: unknown[]) => void
type Written = (error?: Error | null) => void

/**
 * Creates an output to a file or a pipe without a stream: loading Node's streams takes a tenth of the time of a command. From the first
 * write that would block, it uses the stream of `open`. Undefined for any other descriptor, such as a terminal. DECISIONS 127
 */
export const directOutput = <Output extends Writable>(descriptor: number, open: () => Output): Output | undefined => {
  const target = writable(descriptor)
  if (target === undefined) return undefined
  const listeners: Listener[] = []
  let stream: Output | undefined
  const streamed = (): Output => {
    if (stream) return stream
    stream = open()
    for (const listener of listeners) stream.on('error', listener)
    return stream
  }
  const write = (text: string, written: Written = () => undefined): boolean => {
    if (stream) return stream.write(text, written)
    const bytes = Buffer.from(text)
    let at = 0
    try {
      while (at < bytes.length) at += writeSync(target, bytes, at)
    } catch (error) {
      if (isFull(error)) return streamed().write(bytes.subarray(at), written)
      for (const tell of [...listeners, written]) queueMicrotask(() => tell(error as Error))
      return false
    }
    queueMicrotask(() => written())
    return true
  }
  const on = (event: string, listener: Listener): unknown => {
    if (stream || event !== 'error') return streamed().on(event, listener)
    listeners.push(listener)
    return output
  }
  const own: Readonly<Record<string | symbol, unknown>> = {
    write,
    on,
    isTTY: false,
    columns: undefined,
    rows: undefined,
  }
  const output = new Proxy({} as Output, {
    get: (_, name) => {
      if (Object.hasOwn(own, name)) return own[name]
      const value: unknown = Reflect.get(streamed(), name)
      return typeof value === 'function' ? value.bind(stream) : value
    },
  })
  return output
}

/**
 * Returns a descriptor whose writes never block, or undefined. A pipe is opened again, because its blocking mode is shared with other
 * processes.
 */
const writable = (descriptor: number): number | undefined => {
  try {
    const found = fstatSync(descriptor)
    if (found.isFile() || (found.isCharacterDevice() && found.rdev === statSync('/dev/null').rdev)) return descriptor
    return found.isFIFO()
      ? openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK)
      : undefined
  } catch {
    return undefined
  }
}

const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN'
