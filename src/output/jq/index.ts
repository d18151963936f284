import type { Io } from '../../system/io.ts'
import { once } from '../../system/async/once.ts'
import type { Filter } from '../formats/jq.ts'
import { openFilter } from './filter.ts'
import { captureOutput } from './capture.ts'
import { pipe } from './spawn.ts'
import { problemOf } from './error.ts'
import { findJq, isBundled } from './find-jq.ts'
import { awaitReady, keepUntilWhole, type Readied } from './readied.ts'

type Outlets = { write: (text: string) => Promise<void>; remark: (text: string) => Promise<void> }

/** A jq expression: `check` throws if it is invalid, `open` streams JSON through it, `close` kills a jq that still waits for input. */
export type Expression = {
  check: () => Promise<void>
  open: (to: Outlets) => Promise<Filter>
  close: () => void
}

/** Prepares an expression; `pretty` is for people, who read a value in several lines more easily. DECISIONS 72 */
export const createExpression = (io: Io, text: string, { pretty }: { pretty: boolean }): Expression => {
  const { stop } = io
  const program = once(() => findJq(io))
  // Strings are printed raw. The space keeps an expression that begins with a dash from being taken for a flag.
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
      // The bundled jq starts slowly, so the process that checks the expression also runs it. DECISIONS 389
      const heard = isBundled(first)
        ? await awaitReady(pipe(io, first, ['--ready', ...words]), limits)
        : // With empty input jq compiles the expression, but does not run it.
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
        // Ctrl-C ends the waiting jq as well, but the answer is still printed, by a fresh one.
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
