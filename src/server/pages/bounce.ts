import { html } from '../../html/template.ts'
import type { Response } from '../../wire/message.ts'
import type { IncomingRequest } from '../http/request.ts'
import { page } from '../html/page.ts'

/**
 * Returns a page that reloads itself, if the user followed a link on another site: browsers send our cookie only from our own
 * pages. After the reload a signed-in user sees the page; others are asked to sign in. DECISIONS 198
 */
export const bounce = ({ headers }: IncomingRequest): Response | undefined =>
  headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] === 'navigate'
    ? page(
        { title: 'One moment', headers: { refresh: '0' } },
        html`<main><p>One moment: this page opens itself again.</p></main>`,
      )
    : undefined
