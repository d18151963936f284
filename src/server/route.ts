import { type Match, matchRoute, routePath } from '../wire/codec/route.ts'
import type { Response } from '../wire/message.ts'
import type { IncomingRequest } from './http/request.ts'
import type { Pages } from './public-pages.ts'

/** Where a request leads: to a page, to the settings, or to what the interface has at its path, if anything. */
export type FoundRoute =
  | { kind: 'page'; label: string; page: () => Promise<Response> }
  | { kind: 'settings'; label: string }
  | { kind: 'interface'; label: string; match: Match }

/** Finds where a request leads, once for all that need to know. `label` is its path without ids, for the log and the metrics. */
export const findRoute = ({ method, path }: Pick<IncomingRequest, 'method' | 'path'>, pages: Pages): FoundRoute => {
  const page = pages.get(path)
  if (page) return { kind: 'page', label: path, page }
  if (/^\/settings(\/|$)/.test(path)) return { kind: 'settings', label: '/settings' }
  const match = matchRoute(method === 'HEAD' ? 'GET' : method, path)
  return { kind: 'interface', label: match?.row ? routePath(match.row.route) : 'none', match }
}
