import type { Response } from '../../wire/message.ts'
import { html } from '../../html/template.ts'
import { notice, page } from '../html/page.ts'

/**
 * The page that asks for a key; `problem` is what was wrong with the last try. With `back` it is for the pages, with any
 * key, and leads there; else for the keys, with an owner's. `action` is where the form goes.
 */
export const signInPage = ({
  token,
  problem,
  back,
  action = '/settings/sign-in',
  status,
  headers = {},
}: {
  token: string
  problem?: string | undefined
  back?: string | undefined
  action?: string | undefined
  status?: number
  headers?: Record<string, string>
}): Response =>
  page(
    { title: 'Sign in', headers, ...(status !== undefined && { status }) },
    html`<main>
      <h1>Sign in</h1>
      ${notice(problem, { bad: true })}
      <form method="post" action="${action}">
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

const ofOwner = html`It begins with tctl_. The server showed the first one when it was first started; whoever has the
  store makes another with <code>testctl keys create --role owner</code>.`

const ofAnybody = html`It begins with tctl_, and is the one that the command line uses; an owner makes it. To read, the
key of a reader is enough.`
