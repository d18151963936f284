import { html } from '../../html/template.ts'
import type { Response } from '../../wire/message.ts'
import type { IncomingRequest } from '../http/request.ts'
import { page } from '../html/page.ts'

/**
 * A page that opens itself again, for who comes from another site and bears no cookie: browsers send ours only from our own
 * pages. A signed-in user then gets there; others are asked to sign in. DECISIONS 198
 */
export const bounce = ({ headers }: IncomingRequest): Response | undefined =>
  headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] === 'navigate'
    ? page(
        { title: 'One moment', headers: { refresh: '0' } },
        html`<main><p>One moment: this page opens itself again.</p></main>`,
      )
    : undefined
