/**
 * Thrown if a proxy opens no tunnel. Either it answered with a `status` (a 200 came with a page); `identified` says whether credentials
 * were sent. Or the connection to it failed (`cause`).
 */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
  readonly refusal: { status: number; identified: boolean } | undefined

  constructor(why: { status: number; identified: boolean } | { cause: unknown }) {
    super('the proxy opened no tunnel', 'cause' in why ? why : {})
    this.refusal = 'cause' in why ? undefined : why
  }
}

type ProxyFault = { reason: string; transient: boolean; hint: string }

/** Explains why a proxy opened no tunnel, and which setting to check. `code` is the error code of the network. */
export const proxyFault = ({ refusal, cause }: ProxyError, code: string): ProxyFault => {
  if (refusal?.status === 407)
    return refusal.identified
      ? {
          reason: 'it refuses the user and the password (407)',
          transient: false,
          hint: 'correct them in the variable; a character such as @ is written %40: HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT',
        }
      : {
          reason: 'it asks for a user and a password (407)',
          transient: false,
          hint: 'write them into the variable: HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT',
        }
  if (refusal?.status === 200)
    return { reason: 'it answers with a page, as a web server does', transient: false, hint: proxySettings }
  if (refusal)
    return {
      reason: `it refuses the connection (${refusal.status})`,
      transient: true,
      hint: 'a host of your own goes into NO_PROXY',
    }
  const { hostname, address, port } = (cause ?? {}) as Record<string, unknown>
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        reason: `there is no host named ${String(hostname)}`,
        transient: code === 'EAI_AGAIN',
        hint: proxySettings,
      }
    case 'ECONNREFUSED':
      return {
        reason: `nothing listens at ${address === undefined ? 'it' : `${String(address)}:${String(port)}`}`,
        transient: true,
        hint: proxySettings,
      }
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'CUT_SHORT':
      return { reason: 'it closes the connection without an answer', transient: true, hint: proxySettings }
    case 'NOT_HTTP':
      return { reason: 'it does not speak HTTP', transient: false, hint: proxySettings }
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return { reason: 'it cannot be reached in time', transient: true, hint: proxySettings }
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return {
        reason: 'it does not speak TLS',
        transient: false,
        hint: 'most proxies are named with http:, also for https: addresses: HTTPS_PROXY=http://HOST:PORT',
      }
  }
  if (/CERT|ISSUER|SIGNATURE|CRL/.test(code))
    return {
      reason: `its certificate is not trusted (${code})`,
      transient: false,
      hint: 'if it is signed by your own authority, name its certificate in NODE_EXTRA_CA_CERTS',
    }
  return { reason: code, transient: true, hint: proxySettings }
}

/** The hint with the settings that choose a proxy. */
export const proxySettings = 'correct HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, or add the host to NO_PROXY'
