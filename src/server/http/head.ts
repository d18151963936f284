import type { IncomingMessage } from 'node:http'
import type { Response } from '../../wire/message.ts'
import { refuse } from './response.ts'
import { isHost } from './target.ts'

/**
 * Refuses a request because of its head, with a `code` for the log; undefined if the head is fine. A surplus connection needs no
 * code, because it is in the log already.
 */
export const refuseHead = (
  { rawHeaders, headers, httpVersion }: IncomingMessage,
  isSurplus: boolean,
): { code?: string; response: Response } | undefined => {
  if (isSurplus) return { response: refuse(503, 'too many connections', { retryAfter: 1 }) }
  if (rawHeaders.length > mostHeaders * 2)
    return { code: 'TOO_MANY_HEADERS', response: refuse(431, `there are more than ${mostHeaders} headers`) }
  if (headers.host === undefined && httpVersion === '1.1')
    return { code: 'NO_HOST', response: refuse(400, 'there is no Host header') }
  // A proxy may have routed by the other one.
  if (isTwice(rawHeaders, 'host'))
    return { code: 'SEVERAL_HOSTS', response: refuse(400, 'there is more than one Host header') }
  if (!isHost(headers.host ?? ''))
    return { code: 'INVALID_HOST', response: refuse(400, 'the Host header names no host') }
  // Node decodes the chunks alone, and the rest would be taken for the body (RFC 9112, 6.1). DECISIONS 556
  if (!/^chunked$/i.test(headers['transfer-encoding'] ?? 'chunked'))
    return { code: 'UNKNOWN_TRANSFER_CODING', response: refuse(501, 'the only transfer coding here is chunked') }
  return undefined
}

// Browsers and proxies together send some thirty. DECISIONS 439
const mostHeaders = 200

/** Whether a header occurs more than once in a list of alternating names and values. `name` is in lower case. */
const isTwice = (headers: readonly string[], name: string): boolean => {
  let count = 0
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]!.length === name.length && headers[at]!.toLowerCase() === name) count += 1
  return count > 1
}
