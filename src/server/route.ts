import { type Match, matchRoute, routePath } from '../wire/codec/route.ts'
import type { Response } from '../wire/message.ts'
import { settingsLabel } from './dashboard/paths.ts'
import type { IncomingRequest } from './http/request.ts'
import { isForPeople, isPagePath } from './pages/path.ts'
import type { Pages } from './public-pages.ts'

/** The handler of a request: a public page, the settings, a page for people, or the endpoint of the interface at its path, if any. */
export type FoundRoute =
  | { kind: 'page'; label: string; page: () => Promise<Response> }
  | { kind: 'settings'; label: string }
  | { kind: 'site'; label: string }
  | { kind: 'interface'; label: string; match: Match }

/** Finds the handler of a request. `label` is the path without ids, for the log and the metrics. */
export const findRoute = (request: Pick<IncomingRequest, 'method' | 'path' | 'headers'>, pages: Pages): FoundRoute => {
  const { method, path } = request
  // Only the interface is below `/v1/`, and nearly all requests are for it.
  if (path.startsWith('/v1/')) return ofInterface(method, path)
  const page = pages.get(path)
  if (page) return { kind: 'page', label: path, page }
  if (/^\/settings(\/|$)/.test(path)) return { kind: 'settings', label: settingsLabel(path) }
  if (isForPeople(request)) return { kind: 'site', label: isPagePath(path) ? '/{page}' : 'none' }
  return ofInterface(method, path)
}

const ofInterface = (method: string, path: string): FoundRoute => {
  const match = matchRoute(method === 'HEAD' ? 'GET' : method, path)
  return { kind: 'interface', label: match?.row ? routePath(match.row.route) : 'none', match }
}
