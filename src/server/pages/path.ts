import { parseIdentifier, parseShortIdentifier } from '../../contract/identifiers.ts'
import type { IncomingRequest } from '../http/request.ts'

/** Whether a path is that of a page: `/`, `/WEB` or `/WEB-R7`. */
export const isPagePath = (path: string): boolean => path === '/' || pagePath.test(path)

// In lower case these are other addresses; in upper case they are projects.
const pagePath = /^\/(?!v1$|settings$|metrics$|healthz$|readyz$|reference$)[A-Za-z][A-Za-z0-9_]*(-[CTRMctrm]\d{1,15})?$/

/** Returns the address of the requested page, relative to `/`; for other paths that of the page probably meant, or of `/` itself. */
export const pageAddress = ({ path, query }: Pick<IncomingRequest, 'path' | 'query'>): string => {
  if (!isPagePath(path)) return pageMeant(path) ?? ''
  const address = `${path.slice(1)}${query && `?${query}`}`
  return isPageAddress(address) ? address : path.slice(1)
}

/** Whether a text is the address of a page, from `/`. It has no second slash and no colon: no redirect leaves the site. */
export const isPageAddress = (text: string): boolean => text === '' || pageAddressForm.test(text)

const pageAddressForm = /^[A-Za-z][A-Za-z0-9_]*(-[CTRM]\d{1,15})?(\?[\w.~*%+&=-]{0,2000})?$|^\?page=\d{1,9}$/i

/** Guesses the page that was meant: `WEB-R7` for `/WEB/runs/R7` and `/runs/WEB-R7`, `WEB` for `/projects/WEB`. */
export const pageMeant = (path: string): string | undefined => {
  const words = path.split('/').filter(Boolean)
  const short = words.findLast((word) => parseShortIdentifier(word))
  const project = words.find((word) => /^[A-Z][A-Z0-9_]*$/.test(word) && word !== short)
  const meant =
    words.findLast((word) => parseIdentifier(word)) ?? (short === undefined ? project : `${project ?? ''}-${short}`)
  return meant !== undefined && isPagePath(`/${meant}`) ? meant : undefined
}

/** Whether a request comes from a browser that wants a page, not JSON. */
export const isForPeople = ({ method, path, headers }: Pick<IncomingRequest, 'method' | 'path' | 'headers'>): boolean =>
  headers['x-api-key'] === undefined &&
  (isPagePath(path) ||
    (['GET', 'HEAD'].includes(method) && !/^\/v1(\/|$)/.test(path) && /\btext\/html\b/.test(headers['accept'] ?? '')))
