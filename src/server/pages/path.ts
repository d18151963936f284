import type { IncomingRequest } from '../http/request.ts'

/** Whether a path is that of a page: `/`, `/WEB` or `/WEB-R7`. */
export const isPagePath = (path: string): boolean => path === '/' || pagePath.test(path)

const pagePath = /^\/(?!v1$|settings$|metrics$|healthz$|readyz$|reference$)[A-Za-z][A-Za-z0-9_]*(-[CTRM]\d{1,15})?$/i

/** Whether a request comes from somebody who would read a page rather than JSON. */
export const isForPeople = ({ method, path, headers }: Pick<IncomingRequest, 'method' | 'path' | 'headers'>): boolean =>
  headers['x-api-key'] === undefined &&
  (isPagePath(path) ||
    (['GET', 'HEAD'].includes(method) && !/^\/v1(\/|$)/.test(path) && /\btext\/html\b/.test(headers['accept'] ?? '')))
