import type { Piped } from '../../system/child-process.ts'
import type { Filter } from '../formats/jq.ts'
import { collectChunks } from './capture.ts'
import { problemOf } from './error.ts'

/**
 * Pipes text through a command, with backpressure from the reader. `end` throws a UsageError in the command's words if it failed, and
 * a failure of `write` unchanged. The stderr of a command that succeeded goes to `remark`. `stop` kills the command.
 */
export const openFilter = (
  child: Piped,
  {
    write,
    remark,
    stop,
    errorText: said = collectChunks(child.stderr),
  }: {
    write: (text: string) => Promise<void>
    remark: (text: string) => Promise<void>
    stop: AbortSignal
    errorText?: Promise<string>
  },
): Filter => {
  let failure: unknown
  const pass = async (piece: string) => {
    try {
      await write(piece)
    } catch (error) {
      failure ??= error
      child.kill()
    }
  }
  const read = async () => {
    child.stdout.setEncoding('utf8')
    try {
      for await (const piece of child.stdout) await pass(piece as string)
    } catch {
      // The command was killed; `end` knows why.
    }
  }
  const ended = Promise.all([child.end, said, read()])
  // After a stop, the answer is still printed if that does not take long. A third Ctrl-C ends testctl at once.
  const timer = stop.aborted ? setTimeout(child.kill, patienceMs) : undefined
  stop.addEventListener('abort', child.kill)
  const end = async () => {
    child.stdin.end()
    const [how, errorText] = await ended
    stop.removeEventListener('abort', child.kill)
    clearTimeout(timer)
    return { how, errorText }
  }
  return {
    write: (text) =>
      new Promise((resolve) => {
        if (!child.stdin.writable) resolve(false)
        else child.stdin.write(text, (error) => resolve(!error))
      }),
    end: async () => {
      const { how, errorText } = await end()
      if (failure !== undefined) throw failure
      if (how.signal !== undefined) stop.throwIfAborted()
      const problem = problemOf(how, errorText)
      if (problem) throw problem
      if (errorText !== '') await remark(errorText)
    },
    abandon: async () => {
      child.kill()
      await end()
    },
  }
}

// A busy machine takes seconds to start the bundled jq. DECISIONS 395
const patienceMs = 5000
