import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingRequest } from '../http/request.ts'

/** The fields of a form that a browser sent; undefined for anything else, which is not read. */
export const readForm = async ({ headers, readBody }: IncomingRequest): Promise<URLSearchParams | undefined> =>
  /^application\/x-www-form-urlencoded *(;|$)/i.test(headers['content-type'] ?? '')
    ? new URLSearchParams(await readBody(longest))
    : undefined

/** How many bytes a form may have. Ours have a few hundred. */
const longest = 10_000

/**
 * Whether a form was sent from a page of ours, as the browser says. Because no page of ours tells where it is (Referrer-Policy),
 * `Origin` is `null` even then, and `Sec-Fetch-Site` counts; browsers without it must name our origin.
 */
export const isFromHere = ({ headers }: Pick<IncomingRequest, 'headers'>): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const origin = headers['origin']
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === headers['host']
}

/**
 * The token in the forms of the pages that a browser with this cookie gets. The cookie is the secret that it is made with, so
 * that every server knows the token, and only who has the cookie can write such a form. DECISIONS 207
 */
export const formTokenOf = (cookie: string): string =>
  createHmac('sha256', cookie).update('a form of testctl').digest('base64url')

/** Whether a token in a form goes with a cookie. */
export const isFormToken = (token: string | null, cookie: string): boolean => {
  const [expected, given] = [Buffer.from(formTokenOf(cookie)), Buffer.from(token ?? '')]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
