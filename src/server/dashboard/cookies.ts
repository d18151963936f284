import { parseCookie, stringifySetCookie } from 'cookie'
import { linkToRoot } from '../html/relative-root.ts'
import type { IncomingRequest } from '../http/request.ts'

/** The cookies of the dashboard and the pages: `session` for a signed-in user, `visit` for a browser that got the sign-in form. */
export type CookieName = 'session' | 'visit'

/**
 * Reads and writes the cookies of one request; browsers send `secure` ones over TLS only. Cookie names contain the beginning of the store's
 * id, because browsers send a cookie to every port of a host. DECISIONS 394
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
    /** Returns the header that sets a cookie for a number of seconds; 0 removes it. */
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

/** A request with its cookies, the relative path `up` to `/`, and `tell`, which takes the key holder's name for the log. */
export type DashboardCaller = {
  request: IncomingRequest
  cookies: Cookies
  up: string
  tell: (holder: string) => void
}

/**
 * Makes the DashboardCaller of a request. Its cookies are secure if the request came through TLS, or if its Host header does not name this
 * computer: a browser on another computer can sign in only if a proxy in front of the server speaks TLS.
 */
export const callerOf = (
  request: IncomingRequest,
  { storeId, tell }: { storeId: string; tell: DashboardCaller['tell'] },
): DashboardCaller => ({
  request,
  tell,
  up: linkToRoot(request.path),
  cookies: cookiesOf(request, { storeId, secure: request.encrypted || !isLoopbackHost(request.headers['host']) }),
})

/** Whether a browser on another computer seems to use plain HTTP: it then sends no `Sec-Fetch-Site`, and no `Origin` except `null`. */
export const isInClear = ({ headers, encrypted }: Pick<IncomingRequest, 'headers' | 'encrypted'>): boolean => {
  const { 'sec-fetch-site': site, origin = 'null', host } = headers
  return !encrypted && !isLoopbackHost(host) && site === undefined && origin === 'null'
}

/** Whether the Host header names this computer, so that TLS is not needed. The client may lie about it. */
const isLoopbackHost = (host = ''): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host)

// 256 random bits.
const form = /^[\w-]{43}$/
