import { type Html, html } from '../../html/template.ts'

/** Where the keys are, from `/`. */
export const keysPath = 'settings/keys'

/** The owner who is signed in, by name, the mark of the forms of that session, and the way from the page to `/`. */
export type PageOwner = { holder: string; token: string; up: string }

/** The top of the pages for owners: the way to the other pages, and out. */
export const headerOf = ({ holder, token, up }: PageOwner): Html =>
  html`<header>
    <nav aria-label="Breadcrumb"><a href="${up}">Projects</a> › <a href="${up}${keysPath}">Keys</a></nav>
    <form method="post" action="${up}settings/sign-out">
      <input type="hidden" name="token" value="${token}" />
      <span class="hint">${holder}</span> <button>Sign out</button>
    </form>
  </header>`
