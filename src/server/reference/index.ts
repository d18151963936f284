import { openapi } from '../../contract/schema/openapi.ts'
import { pageSize } from '../../contract/vocabulary.ts'
import type { Response } from '../../wire/message.ts'
import { type Html, html } from '../../html/template.ts'
import { page } from '../html/page.ts'
import { type Document, type DocumentedOperation, operationsOf } from './operations.ts'
import { schemaExample, schemaFields } from './schemas.ts'

/** Renders the reference of the whole interface on one page: made from the contract, without a script, and readable offline. */
export const reference = (): Response => {
  const document = openapi() as unknown as Document
  const operations = operationsOf(document)
  const nouns = [...new Set(operations.map(({ noun }) => noun))]
  return page(
    { title: 'Interface' },
    html`<header>
        <strong>testctl</strong>
        <nav>
          <a href="openapi.json">openapi.json</a> · <a href="./">Projects</a> · <a href="settings/keys">Keys</a>
        </nav>
      </header>
      <main>
        <h1>${document.info.title}</h1>
        <p>${document.info.description} Version ${document.info.version}.</p>
        <p>
          Every request carries a key in the header <code>X-API-Key</code>. PUT creates, POST updates, DELETE deletes,
          GET reads; bodies are JSON. Lists come in pages of <code>limit</code> rows (${pageSize.default} unless given,
          at most ${pageSize.maximum}) from <code>offset</code> on.
        </p>
        <nav aria-label="Endpoints">
          <ul>
            ${nouns.map(
              (noun) =>
                html`<li>
                  <a href="#${noun}">${noun}</a>: ${operations.filter((one) => one.noun === noun).map(link)}
                </li>`,
            )}
          </ul>
        </nav>
        ${nouns.map(
          (noun) =>
            html`<h2 id="${noun}">${noun}</h2>
              ${operations.filter((one) => one.noun === noun).map((one) => section(document, one))}`,
        )}
        <h2 id="errors">Errors</h2>
        <p>
          The body is <code>{"message": …}</code>; of a request that is not valid also <code>issues</code>, each with
          <code>path</code> and <code>message</code>. Every response has an <code>X-Request-Id</code>, which the log has
          too.
        </p>
        ${errors(document)}
      </main>`,
  )
}

const link = ({ id, verb }: DocumentedOperation): Html => html` <a href="#${id}">${verb}</a>`

const section = (document: Document, operation: DocumentedOperation): Html => {
  const { id, method, path, query, body, answer } = operation
  return html`<section aria-labelledby="${id}">
    <h3 id="${id}">${id}: <code>${method} ${path}</code></h3>
    ${query.length > 0 && table('Query', query)} ${body && table('Body', schemaFields(document, body))}
    ${table('Response', schemaFields(document, answer))}
    <details>
      <summary>Example</summary>
      <pre>${curl(operation, body && schemaExample(document, body))}</pre>
      <pre>${JSON.stringify(schemaExample(document, answer), null, 2)}</pre>
    </details>
  </section>`
}

const table = (caption: string, fields: readonly { name: string; type: string; required: boolean }[]): Html =>
  html`<table>
    <caption>
      ${caption}
    </caption>
    <tbody>
      ${fields.map(
        ({ name, type, required }) =>
          html`<tr>
            <th scope="row"><code>${name}</code></th>
            <td>${type}</td>
            <td>${required ? 'required' : 'optional'}</td>
          </tr>`,
      )}
    </tbody>
  </table>`

const curl = ({ method, path }: DocumentedOperation, body: unknown): string =>
  [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$URL${path.replaceAll(/\{(\w+)\}/g, '$$$1')}"`,
    '-H "X-API-Key: $KEY"',
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ')

const errors = ({ components }: Document): Html =>
  html`<table>
    <tbody>
      ${Object.entries(components.responses).map(
        ([name, { description }]) =>
          html`<tr>
            <th scope="row">${name.replace('refused', '')}</th>
            <td>${description}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
