/** What a request asks for: a path as it was sent, and the query without its question mark. */
export type Target = { path: string; query: string }

/**
 * Splits the target of a request. Undefined where servers and proxies could read the path in different ways: dot
 * segments, slashes in a row, and escaped slashes, dots, NULs and controls.
 */
export const readTarget = (url: string): Target | undefined => {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  if (!path.startsWith('/') || bending.test(path)) return undefined
  return { path, query: at < 0 ? '' : url.slice(at + 1) }
}

// A well-behaved escape of a dot is still a dot segment to those that decode first.
const bending = /\/\/|[\\#]|%(?![0-9a-f]{2})|%(2f|5c|[01][0-9a-f]|7f)|\/(\.|%2e){1,2}(\/|$)/i
