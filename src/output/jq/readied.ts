import { once } from 'node:events'
import type { Piped } from '../../system/child-process.ts'
import type { Filter } from '../formats/jq.ts'
import { collectChunks, type Heard } from './capture.ts'

/** A jq that has compiled its expression, and waits for input. */
export type Readied = { child: Piped; errorText: Promise<string>; hasEnded: () => boolean }

/**
 * Waits until jq has compiled its expression and written an empty line (`--ready`), or has ended because it cannot compile it.
 * Kills jq after `timeoutMs` milliseconds, or when `stop` aborts.
 */
export const awaitReady = async (
  child: Piped,
  { timeoutMs, stop }: { timeoutMs: number; stop: AbortSignal },
): Promise<Readied | Heard> => {
  let hasEnded = false
  const end = child.end.finally(() => (hasEnded = true))
  const errorText = collectChunks(child.stderr)
  const timer = setTimeout(child.kill, timeoutMs)
  stop.addEventListener('abort', child.kill)
  const isReady = await once(child.stdout, 'readable').then(
    () => child.stdout.read(1) !== null,
    () => false,
  )
  stop.removeEventListener('abort', child.kill)
  clearTimeout(timer)
  if (isReady) return { child, errorText, hasEnded: () => hasEnded }
  return { ...(await end), stdout: '', stderr: await errorText }
}

/** The length of input, in characters, from which on optimising jq saves more time than it takes. DECISIONS 258 */
export const longInput = 500_000

/**
 * Collects text for a jq that waits for input, and sends it when it is `whole`: jq would collect it as well. A text that becomes
 * `long` is streamed to a fresh jq instead. `nothing` is called if the text is abandoned before.
 */
export const keepUntilWhole = (to: { whole: () => Filter; long: () => Filter; nothing: () => void }): Filter => {
  let kept = ''
  let begun: Filter | undefined
  return {
    write: async (text) => {
      if (begun) return begun.write(text)
      kept += text
      if (kept.length < longInput) return true
      begun = to.long()
      return begun.write(kept)
    },
    end: async () => {
      if (!begun) {
        begun = to.whole()
        await begun.write(kept)
      }
      await begun.end()
    },
    abandon: async () => (begun ? begun.abandon() : to.nothing()),
  }
}
