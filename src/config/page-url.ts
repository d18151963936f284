import { isFileAddress } from './address.ts'

/** The address of the page of an identifier, such as WEB-R7. */
export type PageUrl = (identifier: string) => string

/**
 * Returns the function that makes the address of a page: from `web_url`, or at the service itself; undefined if neither has pages. The
 * address is escaped so that it can stand in Markdown, JSON and a terminal's escape sequence. DECISIONS 214
 */
export const pageUrlOf = ({ webUrl, service }: { webUrl?: string | undefined; service?: string | undefined }) => {
  const own =
    service === undefined || isFileAddress(service) ? undefined : `${service.replace(/\/+$/, '')}/{identifier}`
  const template = webUrl ?? own
  if (template === undefined) return undefined
  return (identifier: string): string =>
    template
      .replaceAll('{identifier}', encodeURIComponent(identifier.toWellFormed()))
      .toWellFormed()
      .replace(/[^!#-'*-;=?-[\]_a-z~]/gu, (sign) =>
        sign === '(' ? '%28' : sign === ')' ? '%29' : encodeURIComponent(sign),
      )
}
