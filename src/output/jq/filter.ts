import type { Piped } from '../../system/child-process.ts'
import type { Filter } from '../formats/jq.ts'
import { collectChunks } from './capture.ts'
import { problemOf } from './error.ts'

/**
 * Lets text flow through a command, at the pace of the reader. Its failure is a UsageError in its own words, that of
 * the reader comes as it is, and what it says without failing is a remark. `stop` ends it.
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
      // It was ended, and why is known.
    }
  }
  const ended = Promise.all([child.end, said, read()])
  // What was done is still told after a stop, if that does not take long. A third Ctrl-C ends testctl at once.
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

// A busy machine takes seconds to begin the jq that comes along. DECISIONS 395
const patienceMs = 5000
