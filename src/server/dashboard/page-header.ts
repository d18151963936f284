import { type Html, html } from '../../html/template.ts'

/** The path of the keys page, relative to `/`. */
export const keysPath = 'settings/keys'

/** The signed-in owner: the name, the form token of the session, and the relative path from the page to `/`. */
export type PageOwner = { holder: string; token: string; up: string }

/** Renders the header of the pages for owners: links to the other pages, and the button to sign out. */
export const headerOf = ({ holder, token, up }: PageOwner): Html =>
  html`<header>
    <nav aria-label="Breadcrumb"><a href="${up}">Projects</a> › <a href="${up}${keysPath}">Keys</a></nav>
    <form method="post" action="${up}settings/sign-out">
      <input type="hidden" name="token" value="${token}" />
      <span class="hint">${holder}</span> <button>Sign out</button>
    </form>
  </header>`
