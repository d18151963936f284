import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
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

export type Tokens = {
  /** What stands in the forms of the pages that a browser with this cookie gets. */
  tokenOf: (cookie: string) => string
  belongs: (token: string | null, cookie: string) => boolean
}

/** Marks the forms that go with a cookie: nobody else can write such a form. */
export const createTokens = (): Tokens => {
  const secret = randomBytes(32)
  const tokenOf = (cookie: string): string => createHmac('sha256', secret).update(cookie).digest('base64url')
  return {
    tokenOf,
    belongs: (token, cookie) => {
      const [expected, given] = [Buffer.from(tokenOf(cookie)), Buffer.from(token ?? '')]
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}
