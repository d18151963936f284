import type { Io } from '../../system/io.ts'
import { once } from '../../system/async/once.ts'
import type { Filter } from '../formats/jq.ts'
import { openFilter } from './filter.ts'
import { captureOutput } from './capture.ts'
import { pipe } from './spawn.ts'
import { problemOf } from './error.ts'
import { findJq } from './find-jq.ts'

/** A jq expression: `check` throws where jq cannot make sense of it, `open` lets JSON flow through it. */
export type Expression = {
  check: () => Promise<void>
  open: (to: { write: (text: string) => Promise<void>; remark: (text: string) => Promise<void> }) => Promise<Filter>
}

/** Prepares an expression; `pretty` is for people, who read a value in several lines more easily. DECISIONS 72 */
export const createExpression = (io: Io, text: string, { pretty }: { pretty: boolean }): Expression => {
  const program = once(() => findJq(io))
  // Strings are printed raw. What begins with a dash would be taken for a flag.
  const words = [...(pretty ? [] : ['-c']), '-r', text.startsWith('-') ? ` ${text}` : text]
  return {
    check: async () => {
      // Without any input it is compiled, and not run.
      const { stderr, ...end } = await captureOutput(pipe(io, await program(), words), {
        timeoutMs: 10_000,
        stop: io.stop,
      })
      io.stop.throwIfAborted()
      const problem = problemOf(end, stderr)
      if (problem) throw problem
    },
    open: async (to) => openFilter(pipe(io, await program(), words), { ...to, stop: io.stop }),
  }
}
