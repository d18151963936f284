/** Splits the target of a request into the raw path, and the query without its question mark. */
export const splitTarget = (target: string): { path: string; query: string } => {
  const at = target.indexOf('?')
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) }
}

/**
 * Whether all servers and proxies read a path in the same way: it has no dot segments, no slashes in a row, and no
 * escaped slashes, dots, NULs or controls. DECISIONS 61
 */
export const isPlain = (path: string): boolean => path.startsWith('/') && path.length <= longest && !bending.test(path)

const longest = 2000

// An escaped dot is still a dot segment to those that decode first.
const bending = /\/\/|[\\#]|%(?![0-9a-f]{2})|%(2f|5c|[01][0-9a-f]|7f)|\/(\.|%2e){1,2}(\/|$)/i
