import type { Transport } from './message.ts'

/** One deadline over a whole call, retries included; `ms` milliseconds from its beginning (DESIGN, trap 5). */
export const timed =
  ({ ms, now = Date.now }: { ms: number; now?: () => number }, transport: Transport): Transport =>
  async (request) => {
    const controller = new AbortController()
    const pass = () => controller.abort(request.signal?.reason)
    const timer = setTimeout(() => controller.abort(new Error(`no answer within ${formatSeconds(ms)}`)), ms)
    request.signal?.addEventListener('abort', pass)
    if (request.signal?.aborted) pass()
    try {
      return await transport({ ...request, signal: controller.signal, deadline: now() + ms })
    } finally {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', pass)
    }
  }

const formatSeconds = (ms: number): string => `${ms / 1000} s`
