import { type Role, roleNames, roles } from '../../contract/roles.ts'
import type { Key } from '../../service/auth/keys.ts'
import type { Response } from '../../wire/message.ts'
import { inlineScript } from '../../html/inline.ts'
import { type Html, html } from '../../html/template.ts'
import { notice, page } from '../html/page.ts'

/** What a form says of a key to be made; shown again where it could not be. */
export type Draft = { name: string; role: Role; days: string }

export const emptyDraft: Draft = { name: '', role: 'writer', days: '90' }

/** How long a key can last, by the days that the form sends. */
export const lifetimes: Readonly<Record<string, string>> = {
  '30': '30 days',
  '90': '90 days',
  '365': 'a year',
  '': 'for ever',
}

type Shown = {
  keys: readonly Key[]
  /** Who is signed in, and the mark of that session's forms. */
  holder: string
  token: string
  /** What was done just now; or, with its status, why something was not. */
  done?: string | undefined
  problem?: string | undefined
  status?: number
  draft?: Draft
}

/** The page that shows all keys, makes new ones and revokes those that are there. */
export const keysPage = ({ keys, holder, token, done, problem, status, draft = emptyDraft }: Shown): Response =>
  page(
    { title: 'Keys', ...(status !== undefined && { status }) },
    html`${header(holder, token)}
      <main>
        <h1>Keys</h1>
        ${notice(done)} ${notice(problem, { bad: true })}
        <table role="table">
          <thead role="rowgroup">
            <tr role="row">
              ${['Key', 'Role', 'Last used', 'Expires', 'Created', 'State'].map(
                (heading) => html`<th role="columnheader" scope="col">${heading}</th>`,
              )}
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${keys.toSorted(validFirst).map((key) => row(key, token))}
          </tbody>
        </table>
        ${creation(draft, token)}
      </main>`,
  )

/** The page that shows a key that was made: the only one that ever holds it. */
export const newKeyPage = ({
  key,
  secret,
  holder,
  token,
}: {
  key: Key
  secret: string
  holder: string
  token: string
}) =>
  page(
    { title: 'New key', script: copyScript },
    html`${header(holder, token)}
      <main>
        <h1>The key ${key.name} is made</h1>
        <p id="once">Copy it now: it is not shown again, and nobody can look it up.</p>
        <p><code class="secret" id="secret" tabindex="0" aria-describedby="once">${secret}</code></p>
        <p>
          <button type="button" id="copy" hidden>Copy the key</button>
          <span id="copied" role="status"></span>
        </p>
        <p>Then, where it is used, <code>testctl auth login</code> asks for it.</p>
        <p>It ${roles[key.role]}. ${expiry(key)}</p>
        <p><a href="/settings/keys">Back to the keys</a></p>
      </main>`,
  )

// Where no script runs, or may not write to the clipboard, the key is selected as a whole by a click.
const copyScript = inlineScript(`(()=>{
const button=document.getElementById('copy')
if(!navigator.clipboard)return
button.hidden=false
button.addEventListener('click',async()=>{
await navigator.clipboard.writeText(document.getElementById('secret').textContent)
document.getElementById('copied').textContent='Copied.'
})
})()`)

const header = (holder: string, token: string): Html =>
  html`<header>
    <strong>testctl</strong>
    <form method="post" action="/settings/sign-out">
      <input type="hidden" name="token" value="${token}" />
      Signed in with the key ${holder} <button>Sign out</button>
    </form>
  </header>`

const validFirst = (one: Key, other: Key): number => Number(one.state !== 'valid') - Number(other.state !== 'valid')

const row = (key: Key, token: string): Html =>
  html`<tr role="row" class="${key.state !== 'valid' && 'over'}">
    <th role="rowheader" scope="row">${key.name}<br /><code>${key.hint}</code></th>
    <td role="cell" data-label="Role">${key.role}</td>
    <td role="cell" data-label="Last used">${key.lastUsedAt === null ? 'never' : time(key.lastUsedAt)}</td>
    <td role="cell" data-label="Expires">${key.expiresAt === null ? 'never' : time(key.expiresAt)}</td>
    <td role="cell" data-label="Created" class="by">${time(key.createdAt)}<br />by ${key.createdBy}</td>
    <td role="cell" data-label="State">${key.state === 'valid' ? revocation(key, token) : ended(key)}</td>
  </tr>`

// Opened first, so that no single click ends a key.
const revocation = ({ id, name }: Key, token: string): Html =>
  html`<details>
    <summary aria-label="Revoke ${name}…">Revoke…</summary>
    <form method="post" action="/settings/keys/revoke">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="id" value="${id}" />
      <p class="hint">Whoever uses it is refused from then on.</p>
      <button class="bad">Revoke ${name}</button>
    </form>
  </details>`

const ended = ({ state, revokedAt }: Key): Html => html`${state}${revokedAt !== null && html`<br />${time(revokedAt)}`}`

const creation = ({ name, role, days }: Draft, token: string): Html =>
  html`<h2 id="new">Make a key</h2>
    <form method="post" action="/settings/keys" aria-labelledby="new">
      <input type="hidden" name="token" value="${token}" />
      <p class="field">
        <label for="name">Name</label>
        <input
          id="name"
          name="name"
          required
          maxlength="100"
          value="${name}"
          autocomplete="off"
          aria-describedby="name-hint"
        />
        <span class="hint" id="name-hint">Who or what uses it. What is done with it is done by that name.</span>
      </p>
      <p class="field">
        <label for="role">Role</label>
        <select id="role" name="role">
          ${roleNames.map((one) => option(one, { text: `${one}: ${roles[one]}`, chosen: role }))}
        </select>
      </p>
      <p class="field">
        <label for="days">Valid for</label>
        <select id="days" name="days">
          ${Object.entries(lifetimes).map(([value, text]) => option(value, { text, chosen: days }))}
        </select>
      </p>
      <p><button class="main">Make the key</button></p>
    </form>`

const option = (value: string, { text, chosen }: { text: string; chosen: string }): Html =>
  value === chosen
    ? html`<option value="${value}" selected>${text}</option>`
    : html`<option value="${value}">${text}</option>`

const expiry = ({ expiresAt }: Key): Html =>
  expiresAt === null ? html`It does not expire.` : html`It expires on ${time(expiresAt)}.`

const time = (iso: string): Html => html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
