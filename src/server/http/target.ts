/**
 * Splits the target of a request into the raw path, and the query without its question mark. Of an absolute URL it also returns the
 * host, which replaces that of the Host header (RFC 9112, 3.2.2). A URL without a valid host stays in the path, which `isPlain` then
 * refuses. DECISIONS 384, 555
 */
export const splitTarget = (target: string): { path: string; query: string; host?: string } => {
  const [, host = '', rest = ''] = target.startsWith('/') ? [] : (/^https?:\/\/([^/?]*)(.*)$/i.exec(target) ?? [])
  const isAbsolute = /^[^:]/.test(host) && isHost(host)
  const local = isAbsolute ? rest.replace(/^(?!\/)/, '/') : target
  const at = local.indexOf('?')
  const parts = at < 0 ? { path: local, query: '' } : { path: local.slice(0, at), query: local.slice(at + 1) }
  return isAbsolute ? { ...parts, host } : parts
}

/** The most characters of a path. DECISIONS 61 */
export const longestPath = 2000

/** Whether a text is an IPv6 address in brackets or a name, then a port; both may be missing. DECISIONS 439 */
export const isHost = (text: string): boolean => hostForm.test(text)

const hostForm = /^(\[[0-9a-f:.]+\]|([\w.~-]|%[0-9a-f]{2})+)?(:\d*)?$/i

/**
 * Whether all servers and proxies read a path in the same way: it has no dot segments, no slashes in a row, and no
 * escaped slashes, dots, NULs or controls. DECISIONS 61
 */
export const isPlain = (path: string): boolean => path.startsWith('/') && !bending.test(path)

// An escaped dot is still a dot segment to software that decodes first.
const bending = /\/\/|[\\#]|%(?![0-9a-f]{2})|%(2f|5c|[01][0-9a-f]|7f)|\/(\.|%2e){1,2}(\/|$)/i
