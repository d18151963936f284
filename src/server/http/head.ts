import type { IncomingMessage } from 'node:http'
import type { Response } from '../../wire/message.ts'
import { refuse } from './response.ts'

/**
 * The refusal of a request by its head alone, with a `code` for the log; `isSurplus` where its connection is over the limit, which the
 * log has already.
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
  // A proxy may have used the other one.
  if (isTwice(rawHeaders, 'host'))
    return { code: 'SEVERAL_HOSTS', response: refuse(400, 'there is more than one Host header') }
  if (host.test(headers.host ?? '')) return undefined
  return { code: 'INVALID_HOST', response: refuse(400, 'the Host header names no host') }
}

// Browsers and proxies together send some thirty. DECISIONS 439
const mostHeaders = 200

// An address of IPv6 in brackets, or a name, and a port. DECISIONS 439
const host = /^(\[[0-9a-f:.]+\]|([\w.~-]|%[0-9a-f]{2})+)?(:\d*)?$/i

/** Whether a header stands twice among names and values in turns. */
const isTwice = (headers: readonly string[], name: string): boolean => {
  let count = 0
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]!.length === name.length && headers[at]!.toLowerCase() === name) count += 1
  return count > 1
}
