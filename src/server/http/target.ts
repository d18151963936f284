/**
 * Splits the target of a request into the raw path, and the query without its question mark. Accepts an absolute URL (RFC 9112,
 * 3.2.2) only if it names the host of the Host header; otherwise the host would be ambiguous, and the URL stays in the path, which
 * `isPlain` then refuses. DECISIONS 384
 */
export const splitTarget = (target: string, host = ''): { path: string; query: string } => {
  const [, named, rest = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(target) ?? []
  const local = named?.toLowerCase() === host.toLowerCase() ? rest.replace(/^(?!\/)/, '/') : target
  const at = local.indexOf('?')
  return at < 0 ? { path: local, query: '' } : { path: local.slice(0, at), query: local.slice(at + 1) }
}

/**
 * Whether all servers and proxies read a path in the same way: it has no dot segments, no slashes in a row, and no
 * escaped slashes, dots, NULs or controls. DECISIONS 61
 */
export const isPlain = (path: string): boolean => path.startsWith('/') && path.length <= longest && !bending.test(path)

const longest = 2000

// An escaped dot is still a dot segment to software that decodes first.
const bending = /\/\/|[\\#]|%(?![0-9a-f]{2})|%(2f|5c|[01][0-9a-f]|7f)|\/(\.|%2e){1,2}(\/|$)/i
