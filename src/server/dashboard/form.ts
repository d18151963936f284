import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingRequest } from '../http/request.ts'

/** Reads the fields of a submitted form; undefined, with the body unread, for any other content type. */
export const readForm = async ({ headers, readBody }: IncomingRequest): Promise<URLSearchParams | undefined> =>
  /^application\/x-www-form-urlencoded *(;|$)/i.test(headers['content-type'] ?? '')
    ? new URLSearchParams(await readBody(longest))
    : undefined

/** The size limit of a form in bytes. Ours have a few hundred. */
const longest = 10_000

/**
 * Whether the browser says that a page of ours sent a form. Our Referrer-Policy makes browsers send `Origin: null` even then (TRAPS 22),
 * so `Sec-Fetch-Site` decides. Browsers that do not send it must send our origin.
 */
export const isFromHere = ({ headers }: Pick<IncomingRequest, 'headers'>): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const origin = headers['origin']
  if (origin === undefined || !URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  // A client may write the host in capitals, or with the default port.
  const here = `${protocol}//${headers['host'] ?? ''}`
  return URL.canParse(here) && new URL(here).host === host
}

/**
 * Returns the token for the forms of a browser with this cookie: an HMAC with the cookie as its secret. So every server can
 * compute it, and only the holder of the cookie can make a valid form. DECISIONS 207
 */
export const formTokenOf = (cookie: string): string =>
  createHmac('sha256', cookie).update('a form of testctl').digest('base64url')

/** Whether the token in a form belongs to a cookie. */
export const isFormToken = (token: string | null, cookie: string): boolean => {
  const [expected, given] = [Buffer.from(formTokenOf(cookie)), Buffer.from(token ?? '')]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
