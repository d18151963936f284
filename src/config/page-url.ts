import { isFileAddress } from './address.ts'

/** The address of the page of an identifier, such as WEB-R7. */
export type PageUrl = (identifier: string) => string

/**
 * Where pages are: as `web_url` says, else at the service itself; undefined where neither has any. It is an address of the
 * web that can stand in Markdown, JSON and an escape sequence alike. DECISIONS 214
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
