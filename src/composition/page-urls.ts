import { type PageUrl, pageUrlOf } from '../config/page-url.ts'
import type { Settings } from '../config/index.ts'
import { holderHeader } from '../contract/holder.ts'
import { once } from '../system/async/once.ts'
import type { Sender } from '../wire/outgoing.ts'

/**
 * Where pages are, as far as it is known by the time of the call: as the settings say, or at a service that has shown in an
 * answer that it is ours. DECISIONS 214
 */
export const createPageUrls = (settings: Settings) => {
  let isOurs = false
  const load = once(async (): Promise<() => PageUrl | undefined> => {
    const [webUrl, url] = await Promise.all([settings.find('web_url'), settings.find('url')])
    return () => pageUrlOf({ webUrl: webUrl?.value, service: isOurs ? url?.value : undefined })
  })
  /** Wraps a transport, and learns from its answers whether the service is ours. */
  const learning =
    (send: Sender): Sender =>
    async (request) => {
      const response = await send(request)
      isOurs ||= holderHeader in response.headers
      return response
    }
  return { load, learning }
}
