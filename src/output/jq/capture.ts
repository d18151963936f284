import type { Readable } from 'node:stream'
import type { End, Piped } from '../../system/child-process.ts'

/** How a command ended, and the beginning of its output. */
export type Heard = End & { stdout: string; stderr: string }

/**
 * Closes the stdin of a command and collects its output until it ends. Kills it (SIGKILL) after `timeoutMs` milliseconds, or when
 * `stop` aborts.
 */
export const captureOutput = async (
  child: Piped,
  { timeoutMs, stop }: { timeoutMs: number; stop: AbortSignal },
): Promise<Heard> => {
  child.stdin.end()
  const timer = setTimeout(child.kill, timeoutMs)
  stop.addEventListener('abort', child.kill)
  const [stdout, stderr, end] = await Promise.all([collectChunks(child.stdout), collectChunks(child.stderr), child.end])
  stop.removeEventListener('abort', child.kill)
  clearTimeout(timer)
  return { ...end, stdout, stderr }
}

/** Reads a stream to its end, and returns as much of its text as a person would read. */
export const collectChunks = async (stream: Readable): Promise<string> => {
  let text = ''
  stream.setEncoding('utf8')
  try {
    for await (const piece of stream) if (text.length < most) text += piece as string
  } catch {
    // The command is gone; what it wrote before is kept.
  }
  return text.slice(0, most)
}

const most = 16 * 1024
