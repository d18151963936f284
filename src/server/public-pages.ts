import { openapi } from '../contract/schema/openapi.ts'
import { once } from '../system/async/once.ts'
import type { Response } from '../wire/message.ts'
import type { Metrics } from './monitoring/metrics.ts'
import { reference } from './reference/index.ts'
import { refuse, reply } from './http/response.ts'

/** What a server has besides the interface, by path; all of it is read without a key. */
export type Pages = ReadonlyMap<string, () => Promise<Response>>

/** The pages of a server. `isReady` rejects, with a word for whoever asks, while requests had better go elsewhere. */
export const createPages = ({ metrics, isReady }: { metrics: Metrics; isReady: () => Promise<void> }): Pages => {
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
          () => text('ok\n'),
          (error: Error) => refuse(503, error.message, { retryAfter: 1 }),
        ),
    ],
  ])
}

// Tools in a browser may read it from anywhere: it holds nothing that is not public.
const open = { 'access-control-allow-origin': '*' }
