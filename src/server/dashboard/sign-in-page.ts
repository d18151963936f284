import type { Response } from '../../wire/message.ts'
import { html } from '../../html/template.ts'
import { notice, page } from '../html/page.ts'

/** The page that asks for an owner's key; `problem` is what was wrong with the last try. */
export const signInPage = ({
  token,
  problem,
  status,
  headers = {},
}: {
  token: string
  problem?: string | undefined
  status?: number
  headers?: Record<string, string>
}): Response =>
  page(
    { title: 'Sign in', headers, ...(status !== undefined && { status }) },
    html`<main>
      <h1>Sign in</h1>
      ${notice(problem, { bad: true })}
      <form method="post" action="/settings/sign-in">
        <input type="hidden" name="token" value="${token}" />
        <input type="text" name="username" autocomplete="username" value="owner" hidden />
        <p class="field">
          <label for="key">Key of an owner</label>
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
        <p class="hint" id="key-hint">
          It begins with tctl_. The server showed the first one when it was first started; whoever has the store makes
          another with <code>testctl keys create --role owner</code>.
        </p>
        <p><button class="main">Sign in</button></p>
      </form>
    </main>`,
  )
