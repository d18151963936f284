import type { Readable } from 'node:stream'
import type { End, Piped } from '../../system/child-process.ts'

/** How a command ended that was sent nothing, and what it said. */
export type Heard = End & { stdout: string; stderr: string }

/**
 * Sends nothing to a command and listens to it, until it ends, its time is over (in milliseconds; it is ended by SIGKILL
 * then) or testctl is to stop.
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

/** The text of a stream; of a long one only as much as a person would read. */
export const collectChunks = async (stream: Readable): Promise<string> => {
  let text = ''
  stream.setEncoding('utf8')
  try {
    for await (const piece of stream) if (text.length < most) text += piece as string
  } catch {
    // The command went away; what it said before is there.
  }
  return text.slice(0, most)
}

const most = 16 * 1024
