import { inlineScript } from '../../html/inline.ts'
import { html } from '../../html/template.ts'
import { roles } from '../../contract/roles.ts'
import type { ApiKey } from '../../service/auth/keys.ts'
import type { Response } from '../../wire/message.ts'
import { page } from '../html/page.ts'
import { time } from './keys-page.ts'
import { headerOf, keysPath, type PageOwner } from './page-header.ts'

/** Renders the page that shows a new key. No other page ever contains the key itself. */
export const newKeyPage = ({ key, secret, owner }: { key: ApiKey; secret: string; owner: PageOwner }): Response =>
  page(
    { title: 'New key', script },
    html`${headerOf(owner)}
      <main>
        <h1>The key ${key.name} was created</h1>
        <p id="once">Copy it now: it is shown only once.</p>
        <p><code class="secret" id="secret" tabindex="0" aria-describedby="once">${secret}</code></p>
        <p>
          <button type="button" id="copy" hidden>Copy the key</button>
          <span id="copied" role="status"></span>
        </p>
        <p>Then log in with it on the computer that uses it; the command asks for the key:</p>
        <p><code class="command" id="login" tabindex="0">testctl auth login</code></p>
        <p>In a CI system, store it as the secret <code>TESTCTL_API_KEY</code>.</p>
        <p>
          It ${roles[key.role]}.
          ${key.expiresAt === null ? 'It does not expire.' : html`It expires on ${time(key.expiresAt)}.`}
        </p>
        <p><a href="${owner.up}${keysPath}">Back to the keys</a></p>
      </main>`,
  )

// Without this script, or without access to the clipboard, a click still selects the whole key. Only the browser knows the
// public address with a proxy's prefix, so the script adds it to the command, unless a shell could misread it.
const script = inlineScript(`(()=>{
const find=id=>document.getElementById(id)
const service=location.href.split('/settings/keys')[0]
if(/^[\\w:/.%~-]+$/.test(service))find('login').textContent+=' --url '+service
if(!navigator.clipboard)return
find('copy').hidden=false
find('copy').addEventListener('click',()=>navigator.clipboard.writeText(find('secret').textContent).then(
()=>{find('copied').textContent='Copied.'},
()=>{find('copied').textContent='The browser does not allow it: select the key and copy it.'}))
})()`)
