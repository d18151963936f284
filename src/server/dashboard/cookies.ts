import { parseCookie, stringifySetCookie } from 'cookie'
import { upFrom } from '../html/relative-root.ts'
import type { IncomingRequest } from '../http/request.ts'

/** The cookies of the dashboard and the pages: `session` of who is signed in, `visit` of a browser that was shown the sign-in form. */
export type CookieName = 'session' | 'visit'

/**
 * Reads and writes cookies of one request. Where it is `secure`, they go through TLS only. Browsers send a cookie to every port of a host, so
 * each store has names of its own. DECISIONS 394
 */
const cookiesOf = (
  request: Pick<IncomingRequest, 'headers'>,
  { secure, storeId }: { secure: boolean; storeId: string },
) => {
  const fullName = (name: CookieName): string => `${secure ? '__Secure-' : ''}testctl-${name}-${storeId.slice(0, 8)}`
  return {
    get: (name: CookieName): string | undefined => {
      const value = parseCookie(request.headers['cookie'] ?? '')[fullName(name)]
      return value !== undefined && form.test(value) ? value : undefined
    },
    /** The header that sets one for a number of seconds; 0 removes it. */
    set: (name: CookieName, value: string, seconds: number): { 'set-cookie': string } => ({
      'set-cookie': stringifySetCookie({
        name: fullName(name),
        value,
        path: '/',
        maxAge: seconds,
        httpOnly: true,
        sameSite: 'strict',
        secure,
      }),
    }),
  }
}

export type Cookies = ReturnType<typeof cookiesOf>

/** Who comes now: the request and its cookies, `up`, the way from the address that was asked for to `/`, and `tell`, which hears whose key it is, for the log. */
export type DashboardCaller = {
  request: IncomingRequest
  cookies: Cookies
  up: string
  tell: (holder: string) => void
}

/**
 * A request with its cookies, the path up to `/`, and a callback for the holder of the key. Its cookies are secure unless the browser
 * is on this computer: another needs TLS in front of us to sign in.
 */
export const callerOf = (
  request: IncomingRequest,
  { storeId, tell }: { storeId: string; tell: DashboardCaller['tell'] },
): DashboardCaller => ({
  request,
  tell,
  up: upFrom(request.path),
  cookies: cookiesOf(request, { storeId, secure: request.encrypted || !isLoopbackHost(request.headers['host']) }),
})

/** Whether a browser on another computer seems to come without TLS: it says then neither where a form is from nor where it is itself. */
export const isInClear = ({ headers, encrypted }: Pick<IncomingRequest, 'headers' | 'encrypted'>): boolean => {
  const { 'sec-fetch-site': site, origin = 'null', host } = headers
  return !encrypted && !isLoopbackHost(host) && site === undefined && origin === 'null'
}

/** Whether the browser is on this very computer, or says so: there may be no TLS then. */
const isLoopbackHost = (host = ''): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host)

// 256 random bits.
const form = /^[\w-]{43}$/
