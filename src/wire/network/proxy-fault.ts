type ProxyFault = { reason: string; transient: boolean; hint: string }

/** The reason why a proxy refused a tunnel, in words, and the setting to check. */
export const proxyFault = (error: unknown, code: string): ProxyFault => {
  const { hostname, address, port, message } = (error ?? {}) as Record<string, unknown>
  const status = /^Proxy response \((\d+)\)/.exec(String(message))?.[1]
  if (status === '407')
    return {
      reason: 'it asks for a user and a password (407)',
      transient: false,
      hint: 'write them into the variable: HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT',
    }
  if (status !== undefined)
    return {
      reason: `it refuses the connection (${status})`,
      transient: true,
      hint: 'a host of your own goes into NO_PROXY',
    }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return {
      reason: `there is no host named ${String(hostname)}`,
      transient: code === 'EAI_AGAIN',
      hint: settings,
    }
  if (code === 'ECONNREFUSED')
    return {
      reason: `nothing listens at ${address === undefined ? 'it' : `${String(address)}:${String(port)}`}`,
      transient: true,
      hint: settings,
    }
  return { reason: code, transient: true, hint: settings }
}

const settings = 'correct HTTPS_PROXY or HTTP_PROXY, or add the host to NO_PROXY'
