import { type Role, roleNames, roles } from '../../contract/roles.ts'
import type { ApiKey } from '../../service/auth/keys.ts'
import type { Response } from '../../wire/message.ts'
import { type Html, html } from '../../html/template.ts'
import { notice, page } from '../html/page.ts'
import { headerOf, keysPath, type PageOwner } from './page-header.ts'

/** The fields of the form for a new key; shown again if the key could not be made. */
export type KeyDraft = { name: string; role: Role; days: string }

export const emptyDraft: KeyDraft = { name: '', role: 'writer', days: '90' }

/** The lifetimes of a key that the form offers, by the number of days that it sends. */
export const lifetimes: Readonly<Record<string, string>> = {
  '30': '30 days',
  '90': '90 days',
  '365': 'a year',
  '': 'unlimited time',
}

type Shown = {
  owner: PageOwner
  keys: readonly ApiKey[]
  /** The message about a success; `problem` is that about a failure, with its `status`. */
  done?: string | undefined
  problem?: string | undefined
  status?: number
  draft?: KeyDraft
}

/** Renders the page that lists the keys, with forms to create and revoke them. */
export const keysPage = ({ owner, keys, done, problem, status, draft = emptyDraft }: Shown): Response => {
  const over = keys.filter(({ state }) => state !== 'valid').toSorted(latestFirst)
  const shown = [...keys.filter(({ state }) => state === 'valid'), ...over.slice(0, mostOver)]
  return page(
    { title: 'Keys', ...(status !== undefined && { status }) },
    html`${headerOf(owner)}
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
            ${shown.map((key) => row(key, owner))}
          </tbody>
        </table>
        ${
          over.length > mostOver &&
          html`<p class="hint">
            Of the ${over.length} keys that are revoked or expired, the last ${mostOver} are shown. To see all of them,
            on the machine with the store: <code>testctl keys list</code>
          </p>`
        }
        ${creation(draft, owner)}
      </main>`,
  )
}

/** The most revoked and expired keys shown: a pipeline that makes a key for each of its runs leaves thousands. DECISIONS 481 */
const mostOver = 100

const latestFirst = (one: ApiKey, other: ApiKey): number =>
  Number(endOf(one) < endOf(other)) - Number(endOf(one) > endOf(other))

const endOf = ({ revokedAt, expiresAt }: ApiKey): string => revokedAt ?? expiresAt ?? ''

const row = (key: ApiKey, owner: PageOwner): Html =>
  html`<tr role="row" class="${key.state !== 'valid' && 'over'}">
    <th role="rowheader" scope="row">${key.name}<br /><code>${key.hint}</code></th>
    <td role="cell" data-label="Role">${key.role}</td>
    <td role="cell" data-label="Last used">${key.lastUsedAt === null ? 'never' : time(key.lastUsedAt)}</td>
    <td role="cell" data-label="Expires">${key.expiresAt === null ? 'never' : time(key.expiresAt)}</td>
    <td role="cell" data-label="Created" class="by">${time(key.createdAt)}<br />by ${key.createdBy}</td>
    <td role="cell" data-label="State">${key.state === 'valid' ? revocation(key, owner) : ended(key)}</td>
  </tr>`

// Folded, so that no single click revokes a key.
const revocation = ({ id, name }: ApiKey, { up, token }: PageOwner): Html =>
  html`<details>
    <summary aria-label="Revoke ${name}…">Revoke…</summary>
    <form method="post" action="${up}${keysPath}/revoke">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="id" value="${id}" />
      <p class="hint">From then on, the service refuses this key.</p>
      <button class="bad">Revoke ${name}</button>
    </form>
  </details>`

const ended = ({ state, revokedAt }: ApiKey): Html =>
  html`${state}${revokedAt !== null && html`<br />${time(revokedAt)}`}`

const creation = ({ name, role, days }: KeyDraft, { up, token }: PageOwner): Html =>
  html`<h2 id="new">Create a key</h2>
    <form method="post" action="${up}${keysPath}" aria-labelledby="new">
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
        <span class="hint" id="name-hint"
          >The person or the job that uses it. Changes made with the key appear under this name.</span
        >
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
      <p><button class="main">Create the key</button></p>
    </form>`

const option = (value: string, { text, chosen }: { text: string; chosen: string }): Html =>
  value === chosen
    ? html`<option value="${value}" selected>${text}</option>`
    : html`<option value="${value}">${text}</option>`

/** Renders an ISO time as a `<time>` element, in UTC and to the minute. */
export const time = (iso: string): Html =>
  html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
