import { inlineScript, inlineStyle } from '../../html/inline.ts'
import { type Html, html } from '../../html/template.ts'
import { counted, reportScript, reportStyle, shortened, type TextRoom } from '../../runs/report/site.ts'
import type { Response } from '../../wire/message.ts'
import type { SignedIn } from '../dashboard/sign-in.ts'
import { apologyTitle, page } from '../html/page.ts'
import { liveScript } from './live.ts'
import { isRunOpen } from './run-feed.ts'

/** The signed-in user who reads a page, the form token of the session, and whether the session still lasts. */
export type PageReader = SignedIn & {
  token: string
  isSignedIn: () => Promise<boolean>
  /** The relative path from the page to `/`: `./`, or `../` for each folder. */
  up: string
}

type Shown = {
  status?: number
  title: string
  reader: PageReader
  /** The project that the page belongs to. */
  project?: string | undefined
  /** For a page that renews itself: the state line of its run, and the interval in seconds at which it asks for the line. */
  live?: { state: string; seconds: number } | undefined
}

/** Renders a page for a signed-in user. Its links are relative, so that it works behind any prefix. */
export const sitePage = ({ status, title, reader, project, live }: Shown, body: Html): Response =>
  page(
    { title: shortened(title, 200), style, script, ...(status !== undefined && { status }) },
    html`<header class="site">
        <nav aria-label="Breadcrumb">
          <a href="${reader.up}">Projects</a
          >${project !== undefined && html` › <a href="${linkOf(project)}">${project}</a>`}
        </nav>
        <form method="post" action="${reader.up}settings/sign-out">
          <input type="hidden" name="token" value="${reader.token}" /><input type="hidden" name="back" value="" />
          ${reader.holder.role === 'owner' && html`<a href="${reader.up}settings/keys">Keys</a>`}
          <a href="${reader.up}reference">API</a> <span class="hint">${reader.holder.name}</span>
          <button>Sign out</button>
        </form>
      </header>
      ${
        live
          ? html`<main data-live="${live.state}" data-every="${live.seconds}">
                <p id="away" role="status"></p>
                ${body}
              </main>
              ${isRunOpen(live.state) && reload}`
          : html`<main>${body}</main>`
      }`,
  )

/** Renders an error page with the reason, and with a link to the page that was probably meant. */
export const missingPage = (
  reader: PageReader,
  problem: string,
  { status = 404, meant }: { status?: number; meant?: string | undefined } = {},
): Response =>
  sitePage(
    { status, title: apologyTitle(status), reader },
    html`<h1>${apologyTitle(status)}</h1>
      <p>${problem}</p>
      ${meant !== undefined && html`<p>Its page is <a href="${reader.up}${linkOf(meant)}">${meant}</a>.</p>`}
      <p><a href="${reader.up}">To the projects</a></p>`,
  )

/** Returns the link to the page of an identifier, relative to any other page. */
export const linkOf = (identifier: string): string => encodeURIComponent(identifier.toWellFormed())

/** Renders a hint if there was no room for all texts. */
export const cutIn = (room: TextRoom): Html =>
  room.cut() === 0
    ? html``
    : html`<p class="hint">
        There is more text than a page can hold: of ${counted(room.cut())} it has the beginning of the last comment.
        Their own pages have the rest.
      </p>`

// For a browser that runs no script. A run that is over needs no reload.
const reload: Html = { markup: '<noscript><meta http-equiv="refresh" content="15"></noscript>' }

const style = inlineStyle(`${reportStyle}
header.site{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between;align-items:center;border-bottom:1px solid var(--line);padding-bottom:.5rem;margin-bottom:1rem}
header.site form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
button{cursor:pointer;background:var(--raised)}
form.search{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:1rem 0}form.search label{flex-basis:100%;font-size:.875rem;color:var(--faint)}
form.search input{flex:1 1 8rem;min-width:0;max-width:32rem}.hits li{padding:.25rem 0;border-bottom:1px solid var(--line)}
#away{position:sticky;top:0;margin:0;background:var(--raised)}#away:not(:empty){padding:.5rem}
nav.pages{display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0}
`)

const script = inlineScript(`${reportScript};${liveScript}`)
