import type { Address } from './address.ts'
import { ProxyError, proxyFault, proxySettings } from './proxy-fault.ts'
import { type RequestOutcome, TransportError } from '../request-outcome.ts'

/**
 * Turns an error of the network or undici into an outcome and words for people.
 * `started` says whether a byte of the request may have been sent, `headless` that no head of an answer has come; `reason` is why the
 * wait was aborted.
 */
export const explainNetworkError = (breakdown: {
  error: unknown
  address: Address
  started: boolean
  headless?: boolean
  reason: unknown
  /** Whether there is a proxy in between. */
  proxied: boolean
}): TransportError => {
  const { error, started, headless = false, reason, proxied } = breakdown
  const outcome: RequestOutcome = started ? 'unknown' : 'not applied'
  const given = { outcome, cause: error }
  if (reason !== undefined) {
    const message = reason instanceof Error ? reason.message : 'given up'
    const hint =
      proxied && !started ? `is the proxy up? ${proxySettings}` : 'is the service up? --timeout 5m gives it more time'
    return new TransportError(message, { ...given, transient: false, code: 'GIVEN_UP', hint, cause: reason })
  }
  const code = codeOf(error instanceof ProxyError ? (error.cause ?? error) : error)
  if (error instanceof ProxyError) {
    const { reason: why, ...known } = proxyFault(error, code)
    const message = `no connection to ${breakdown.address.url} through the proxy: ${why}`
    // Not NOT_HTTP, which stands for an answer of the service.
    return new TransportError(message, { ...given, code: code === 'NOT_HTTP' ? 'PROXY' : code, ...known })
  }
  const known = started ? afterStart(code, headless) : beforeStart(code, breakdown.address)
  if (known) return new TransportError(known.message, { code, ...given, ...known })
  const message = started
    ? `the connection to ${breakdown.address.url} broke before the answer was whole (${code})`
    : `no connection to ${breakdown.address.url}${proxied ? ' through the proxy' : ''} (${code})`
  return new TransportError(message, { ...given, transient: true, code })
}

type Known = { message: string; transient: boolean; code?: string; hint?: string }

const beforeStart = (code: string, { url, hostname }: Address): Known | undefined => {
  switch (code) {
    case 'ECONNREFUSED':
      return {
        message: `nothing listens at ${url} (connection refused)`,
        transient: true,
        hint: 'is the service up, and is TESTCTL_URL right? testctl config list --show-origin',
      }
    case 'ENOTFOUND':
      return { message: `there is no host named ${hostname}`, transient: false, hint: 'is TESTCTL_URL right?' }
    case 'EAI_AGAIN':
      return {
        message: `the address of ${hostname} could not be looked up (DNS)`,
        transient: true,
        hint: 'is this computer online?',
      }
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return {
        message: `no connection to ${url} in time`,
        transient: true,
        hint: 'is the service up? is there a proxy?',
      }
    case 'UND_ERR_INVALID_ARG':
      return { message: 'the request cannot be sent as it is', transient: false }
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return { message: `${url} does not speak TLS`, transient: false, hint: 'is it http: rather than https:?' }
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return {
        message: `the certificate of ${url} is for another host`,
        transient: false,
        hint: 'is TESTCTL_URL right?',
      }
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return {
        message: `the certificate of ${url} ${code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet'}`,
        transient: false,
        hint: 'is the clock of this machine right? If it is, tell the operator of the service',
      }
    case 'NO_MEMORY':
      return {
        message: 'there is no memory for WebAssembly, which reads HTTP here (ulimit -v)',
        transient: false,
        hint: 'raise that limit: ulimit -v 16000000; Node.js 24 and the programs of testctl need less',
      }
  }
  return /CERT|ISSUER|SIGNATURE|CRL/.test(code)
    ? {
        message: `the certificate of ${url} is not trusted (${code})`,
        transient: false,
        hint: 'if it is signed by your own authority, name its certificate in NODE_EXTRA_CA_CERTS',
      }
    : undefined
}

const afterStart = (code: string, headless: boolean): Known | undefined => {
  switch (code) {
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
    case 'UND_ERR_HEADERS_OVERFLOW':
      return { message: 'the answer is larger than any answer should be', transient: false, code: 'TOO_LARGE' }
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      // undici has this error for any head with a length that it cannot read to its end.
      if (headless)
        return {
          message: 'the head of the answer is not whole, or breaks the rules of HTTP',
          transient: true,
          code: 'CUT_SHORT',
          hint: 'if it stays so, tell the operator of the service, or of a proxy before it: curl -v shows the head',
        }
      return { message: 'the answer was cut short', transient: true, code: 'CUT_SHORT' }
    case 'CUT_SHORT':
      return { message: 'the answer was cut short', transient: true, code: 'CUT_SHORT' }
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'EPIPE':
      return { message: `the connection was closed before the answer was whole`, transient: true }
    case 'NOT_HTTP':
      return {
        message: 'the server there does not speak HTTP',
        transient: false,
        code,
        hint: 'is TESTCTL_URL right, and its port?',
      }
    case 'CONTINUE':
      return {
        message: 'the server sent 100 Continue, which was not asked for, and the answer behind it cannot be read',
        transient: false,
        hint: 'tell the operator of the service, or of a proxy before it',
      }
  }
  return undefined
}

const codeOf = (error: unknown): string => {
  const { code, name, message } = (error ?? {}) as { code?: unknown; name?: unknown; message?: unknown }
  // undici's parser errors have no codes, only messages.
  if (name === 'HTTPParserError') return /EOF/.test(String(message)) ? 'CUT_SHORT' : 'NOT_HTTP'
  // Node.js reserves 10 GB of address space for WebAssembly, more than some limits allow. DECISIONS 535
  if (name === 'RangeError' && String(message).startsWith('WebAssembly')) return 'NO_MEMORY'
  // undici closes a connection on a 100 Continue (client-h1.js), and has no option to accept it.
  if (code === 'UND_ERR_SOCKET' && message === 'bad response') return 'CONTINUE'
  return typeof code === 'string' ? code : String(name ?? 'unknown')
}
