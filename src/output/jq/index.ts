import type { Io } from '../../system/io.ts'
import { once } from '../../system/async/once.ts'
import type { Filter } from '../formats/jq.ts'
import { openFilter } from './filter.ts'
import { captureOutput } from './capture.ts'
import { pipe } from './spawn.ts'
import { problemOf } from './error.ts'
import { findJq, cameAlong } from './find-jq.ts'
import { awaitReady, keepUntilWhole, type Readied } from './readied.ts'

type Outlets = { write: (text: string) => Promise<void>; remark: (text: string) => Promise<void> }

/** A jq expression: `check` throws if it is invalid, `open` streams JSON through it, `close` ends whatever waits for that. */
export type Expression = {
  check: () => Promise<void>
  open: (to: Outlets) => Promise<Filter>
  close: () => void
}

/** Prepares an expression; `pretty` is for people, who read a value in several lines more easily. DECISIONS 72 */
export const createExpression = (io: Io, text: string, { pretty }: { pretty: boolean }): Expression => {
  const { stop } = io
  const program = once(() => findJq(io))
  // Strings are printed raw. What begins with a dash would be taken for a flag.
  const words = [...(pretty ? [] : ['-c']), '-r', text.startsWith('-') ? ` ${text}` : text]
  const limits = { timeoutMs: 10_000, stop }
  let readied: Readied | undefined
  const takeReadied = (): Readied | undefined => {
    const taken = readied
    readied = undefined
    return taken
  }
  const close = () => takeReadied()?.child.kill()
  return {
    check: async () => {
      close()
      const first = await program()
      // The one that comes along begins slowly: the one that is checked is used. DECISIONS 389
      const heard = cameAlong(first)
        ? await awaitReady(pipe(io, first, ['--ready', ...words]), limits)
        : // Without any input it is compiled, and not run.
          await captureOutput(pipe(io, first, words), limits)
      if ('child' in heard) readied = heard
      stop.throwIfAborted()
      const problem = 'child' in heard ? undefined : problemOf(heard, heard.stderr)
      if (problem) throw problem
    },
    open: async (to) => {
      const first = await program()
      const fresh = () => openFilter(pipe(io, first, words), { ...to, stop })
      const ready = takeReadied()
      if (!ready) return fresh()
      const instead = () => {
        ready.child.kill()
        return fresh()
      }
      return keepUntilWhole({
        // Ctrl-C ends it as well, and what was done is still told.
        whole: () =>
          stop.aborted || ready.hasEnded()
            ? instead()
            : openFilter(ready.child, { ...to, stop, errorText: ready.errorText }),
        long: instead,
        nothing: ready.child.kill,
      })
    },
    close,
  }
}
