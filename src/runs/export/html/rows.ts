import { type Html, html as dense } from '../../../html/template.ts'
import { changeWords } from '../change-words.ts'
import type { ReportTest } from '../../report/model.ts'
import { phraseOf } from '../../../contract/vocabulary.ts'
import { signOf } from './bar.ts'
import { rowAnchor, handleIn, identifierSpan, nameIn, shortened, linkedText, timeIn } from './text.ts'

/** How a page links to tests, cases and runs: `of` returns the page of an identifier. If it is undefined, there are no such pages. */
export type Addresses = { of?: ((identifier: string) => string) | undefined }

/** Formats tests as a list. A test that has more to show than its name can be unfolded; `open` unfolds it from the start. */
export const rowsIn = (tests: readonly ReportTest[], { open = false, of }: Addresses & { open?: boolean }): Html => {
  const rows = tests.map((test) => (hasMore(test) ? longRow(test, { open, of }) : shortRow(test, { of })))
  const lists: Html[] = []
  for (let at = 0; at < rows.length; at += listLength)
    lists.push(dense`<ul class="rows">${rows.slice(at, at + listLength)}</ul>`)
  return dense`${lists}`
}

// A browser draws only the lists that are seen, and takes seconds to hide and show thousands of rows of one list.
const listLength = 50

const hasMore = ({ result, comments, steps, preconditions }: ReportTest): boolean =>
  result === 'failed' || comments.length > 0 || steps.length > 0 || preconditions !== ''

// A page may have ten thousand of these: what they share is in the style.
const shortRow = (test: ReportTest, { of }: Addresses): Html =>
  dense`<li ${marks(test)}><a href="${hrefOf(test, of)}">${handleIn(test)}</a> ${nameIn(test.name)}${holder(test)}</li>`

const longRow = (test: ReportTest, { open, of }: Addresses & { open: boolean }): Html => {
  const { result, change, message, run } = test
  return dense`<li ${marks(test)}><details${open ? dense` open` : ''}><summary><span class="sign" role="img" aria-label="${phraseOf[result]}">${signOf[result]}</span> <b>${handleIn(test)}</b> ${nameIn(test.name)}${change ? dense` <em>${changeWords[change]}</em>` : ''}${holder(test)}${message ? dense`<span class="why">${shortened(message, 300)}</span>` : ''}</summary><div class="body"><p class="hint">${[
    run === undefined ? '' : dense`in ${identifierSpan(run)}, `,
    dense`${phraseOf[result]}`,
    test.by === '' ? '' : dense`, set by ${nameIn(test.by)}`,
    test.at === null ? '' : dense` ${timeIn(test.at)}`,
    test.case === undefined ? '' : dense`, of the case ${caseIn(test.case, of)}`,
    dense` · <a href="${hrefOf(test, of)}">${of && test.identifier ? 'open' : 'link to this test'}</a>`,
  ].map((piece) => (typeof piece === 'string' ? dense`${piece}` : piece))}</p>${contentHtml(test)}</div></details></li>`
}

/** Formats the preconditions, steps and comments of a test or a case. */
export const contentHtml = ({
  preconditions,
  steps,
  comments,
}: Pick<ReportTest, 'preconditions' | 'steps' | 'comments'>): Html =>
  dense`${comments.map(
    ({ by, at, content }) =>
      dense`<figure><figcaption>${by === '' ? 'Comment' : dense`Comment by ${nameIn(by)}`} ${timeIn(at)}</figcaption><pre>${linkedText(content)}</pre></figure>`,
  )}${preconditions === '' ? '' : dense`<p class="label">Preconditions</p><pre>${linkedText(preconditions)}</pre>`}${
    steps.length === 0
      ? ''
      : dense`<p class="label">Steps</p><ol>${steps.map(({ action, expectation }) => dense`<li><pre>${linkedText(action)}</pre>${expectation === '' ? '' : dense`<pre class="then">${linkedText(expectation)}</pre>`}</li>`)}</ol>`
  }`

const marks = ({ result, assignedTo, section, ...test }: ReportTest): Html =>
  dense`id="${handleIn(test)}" class="t ${result}"${assignedTo === '' ? '' : dense` data-w="${shortened(assignedTo, 100)}"`}${section === '' ? '' : dense` data-s="${shortened(section, 100)}"`}`

const holder = ({ assignedTo }: ReportTest): Html =>
  assignedTo === '' ? dense`` : dense` <i>${nameIn(assignedTo)}</i>`

const hrefOf = (test: ReportTest, of: Addresses['of']): string =>
  of && test.identifier !== undefined ? of(test.identifier) : rowAnchor(test)

const caseIn = (identifier: string, of: Addresses['of']): Html =>
  of ? dense`<a href="${of(identifier)}">${identifierSpan(identifier)}</a>` : identifierSpan(identifier)
