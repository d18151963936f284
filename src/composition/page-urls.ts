import { type PageUrl, pageUrlOf } from '../config/page-url.ts'
import type { Settings } from '../config/index.ts'
import { holderHeader } from '../contract/holder.ts'
import { once } from '../system/async/once.ts'
import type { Sender } from '../wire/outgoing.ts'

/**
 * Creates the lookup of the pages' address: from the settings or, once an answer has shown that the service is testctl's own,
 * that of the service. DECISIONS 214
 */
export const createPageUrls = (settings: Settings) => {
  let isOurs = false
  const load = once(async (): Promise<() => PageUrl | undefined> => {
    const [webUrl, url] = await Promise.all([settings.find('web_url'), settings.find('url')])
    return () => pageUrlOf({ webUrl: webUrl?.value, service: isOurs ? url?.value : undefined })
  })
  /** Wraps a transport, and learns from its answers whether the service is testctl's own. */
  const learning =
    (send: Sender): Sender =>
    async (request) => {
      const response = await send(request)
      isOurs ||= holderHeader in response.headers
      return response
    }
  return { load, learning }
}
