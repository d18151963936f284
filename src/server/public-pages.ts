import { openapi } from '../contract/schema/openapi.ts'
import { once } from '../system/async/once.ts'
import type { Response } from '../wire/message.ts'
import type { Metrics } from './monitoring/metrics.ts'
import { reference } from './reference/index.ts'
import { refuse, reply } from './http/response.ts'

/** The public pages of a server besides the interface, by path; none needs a key. */
export type Pages = ReadonlyMap<string, () => Promise<Response>>

/**
 * Creates the public pages. `isReady` rejects with a reason while requests should go to another server; `remarks` returns lines about
 * problems that leave the server ready.
 */
export const createPages = ({
  metrics,
  isReady,
  remarks,
}: {
  metrics: Metrics
  isReady: () => Promise<void>
  remarks: () => string
}): Pages => {
  const document = once(async () => reply('application/json', JSON.stringify(openapi()), open))
  const page = once(async () => reference())
  const text = (body: string) => reply('text/plain; charset=utf-8', body)
  return new Map([
    ['/reference', page],
    ['/openapi.json', document],
    ['/metrics', async () => reply(metrics.contentType, await metrics.text())],
    ['/healthz', async () => text('ok\n')],
    [
      '/readyz',
      () =>
        isReady().then(
          () => text(`ok\n${remarks()}`),
          // The client learns only that it failed; the log has the reason.
          ({ message, cause }: Error) => ({ ...refuse(503, message, { retryAfter: 1 }), cause }),
        ),
    ],
  ])
}

// Scripts of any origin may read it: it is public.
const open = { 'access-control-allow-origin': '*' }
