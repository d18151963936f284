import type { Response } from '../../wire/message.ts'
import { type Html, html } from '../../html/template.ts'
import type { Inline } from '../../html/inline.ts'
import { dashboardStyle } from './style.ts'

/** Options of a page. By default it has the dashboard's style and no script. */
type PageOptions = {
  status?: number
  title: string
  headers?: Record<string, string>
  style?: Inline
  script?: Inline | undefined
}

/** Renders a page as a response; `headers` are added to those that every page has. */
export const page = (
  { status = 200, title, headers = {}, style = dashboardStyle, script }: PageOptions,
  body: Html,
): Response => ({
  status,
  headers: {
    ...guards,
    'content-security-policy': policyOf(style, script),
    'content-type': 'text/html; charset=utf-8',
    ...headers,
  },
  body: `<!doctype html>\n${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · testctl</title>
        ${style.tag}
      </head>
      <body>
        ${body}${script?.tag}
      </body>
    </html>`.markup
  }\n`,
})

/** Redirects the browser to another page, with GET; `path` is relative to the requested page. */
export const redirect = (path: string, headers: Record<string, string> = {}): Response => ({
  status: 303,
  headers: { ...guards, location: path, ...headers },
  body: '',
})

/** Returns the heading of an error page. */
export const apologyTitle = (status: number): string => (status === 404 ? 'Page not found' : 'Not possible')

/** Renders an error page with the reason and a link to the keys. */
export const apology = ({
  up,
  status,
  problem,
  headers = {},
}: {
  up: string
  status: number
  problem: string
  headers?: Record<string, string>
}): Response =>
  page(
    { status, title: apologyTitle(status), headers },
    html`<main>
      <h1>${apologyTitle(status)}</h1>
      ${notice(problem, { bad: true })}
      <p><a href="${up}settings/keys">To the keys</a></p>
    </main>`,
  )

/** Renders a message, with `bad` about a failure; its ARIA role makes screen readers announce it. */
export const notice = (text: string | undefined, { bad = false } = {}): Html =>
  text === undefined ? html`` : html`<p class="said ${bad && 'bad'}" role="${bad ? 'alert' : 'status'}">${text}</p>`

/** Returns the Content-Security-Policy: only the page's own style and script work, and it connects only to this server. */
const policyOf = (style: Inline, script?: Inline): string =>
  [
    "default-src 'none'",
    `style-src ${style.source}`,
    ...(script ? [`script-src ${script.source}`, "connect-src 'self'"] : []),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

// Loads nothing, cannot be framed, is not cached, and sends no referrer.
const guards = {
  'content-security-policy': policyOf(dashboardStyle),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
