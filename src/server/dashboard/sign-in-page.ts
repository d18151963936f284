import type { Response } from '../../wire/message.ts'
import { html } from '../../html/template.ts'
import { notice, page } from '../html/page.ts'

/**
 * Renders the page that asks for a key; `problem` says why the last attempt failed. With `back` it asks for any key and leads to
 * that page; without it, it asks for an owner's key and leads to the keys. `up` is the relative path to `/`.
 */
export const signInPage = ({
  token,
  problem,
  back,
  up,
  status,
  headers = {},
}: {
  token: string
  problem?: string | undefined
  back?: string | undefined
  up: string
  status?: number
  headers?: Record<string, string>
}): Response =>
  page(
    { title: 'Sign in', headers, ...(status !== undefined && { status }) },
    html`<main>
      <h1>Sign in</h1>
      ${notice(problem, { bad: true })}
      <form method="post" action="${up}settings/sign-in">
        <input type="hidden" name="token" value="${token}" />
        ${back !== undefined && html`<input type="hidden" name="back" value="${back}" />`}
        <input
          type="text"
          name="username"
          autocomplete="username"
          value="${back === undefined ? 'owner' : 'testctl'}"
          hidden
        />
        <p class="field">
          <label for="key">${back === undefined ? 'Key of an owner' : 'Your key'}</label>
          <input
            id="key"
            name="key"
            type="password"
            required
            autofocus
            autocomplete="current-password"
            spellcheck="false"
            aria-describedby="key-hint"
            aria-invalid="${problem === undefined ? 'false' : 'true'}"
          />
        </p>
        <p class="hint" id="key-hint">${back === undefined ? ofOwner : ofAnybody}</p>
        <p><button class="main">Sign in</button></p>
      </form>
    </main>`,
  )

const ofOwner = html`It begins with tctl_. The server printed the first one when it first started. To create another
  one, run <code>testctl keys create --role owner --name NAME</code> on the computer that has the store.`

const ofAnybody = html`It begins with tctl_: the key that you use with the command line. If you have none, ask an owner
of this service; for these pages, a key with the role reader is enough.`
