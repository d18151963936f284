import { parseIdentifier } from '../../contract/identifiers.ts'
import type { Case, Test } from '../../contract/models.ts'
import { phraseOf } from '../../contract/vocabulary.ts'
import { html } from '../../html/template.ts'
import {
  contentHtml,
  testContentOf,
  isoOf,
  nameIn,
  readHistory,
  signOf,
  statisticsOf,
  timeIn,
  withoutMarker,
} from '../../runs/report/site.ts'
import { linkOf, sitePage } from './layout.ts'
import { projectNamed, readNewestRuns } from './read.ts'
import { pageSizes } from './sizes.ts'
import type { AnswerOf } from './view.ts'

/** `/WEB-T12`: a test with its steps and comments. */
export const testPage: AnswerOf = async ({ api, reader }, identifier) => {
  const { test } = await api.tests.get({ identifier, relations: ['case', 'comments', 'test_run'] })
  const { project = '' } = parseIdentifier(identifier) ?? {}
  const run = test.testRun && { identifier: `${project}-R${test.testRun.displayId}`, name: test.testRun.name }
  const origin = test.case && `${project}-C${test.case.displayId}`
  return sitePage(
    { title: `${identifier} ${test.name}`, reader, project },
    html`<h1><span class="key">${identifier}</span> ${nameIn(test.name)}</h1>
      <p class="sentence ${test.result}">
        <span class="sign" aria-hidden="true">${signOf[test.result]}</span> ${phraseOf[test.result]}${
          test.assignedTo !== '' && html`, assigned to ${nameIn(test.assignedTo)}`
        }
      </p>
      <p>
        Last changed by ${nameIn(test.updatedBy)}
        ${timeIn(timeOf(test.updatedAt))}${
          run && html`, in the run <a href="${linkOf(run.identifier)}">${run.identifier}</a> ${nameIn(run.name)}`
        }${origin !== undefined && html`, of the case <a href="${linkOf(origin)}">${origin}</a>`}.
      </p>
      ${contentHtml(written(test))}`,
  )
}

/** `/WEB-C5`: a case with its steps, comments and fields, and the results of its tests in the last runs. */
export const casePage: AnswerOf = async ({ api, reader, stop }, identifier) => {
  const { case: subject } = await api.cases.get({ identifier, relations: ['comments'] })
  const { project: named = '' } = parseIdentifier(identifier) ?? {}
  const project = await projectNamed(api, named)
  const newest = project && (await readNewestRuns(api, project, { size: pageSizes.history }))
  const limit = runsWithin(newest?.runs.map(({ results }) => results.total) ?? [])
  const history =
    project && limit > 0
      ? await readHistory(api, { project, caseId: subject.id, limit }, { stop, onRead: () => undefined })
      : undefined
  const entries = history?.entries.toReversed() ?? []
  const { passRate, flakiness } = statisticsOf(entries.toReversed())
  const fields = Object.entries(subject.customFields)
  return sitePage(
    { title: `${identifier} ${subject.name}`, reader, project: named },
    html`<h1><span class="key">${identifier}</span> ${nameIn(subject.name)}</h1>
      <p class="hint">Last changed by ${nameIn(subject.updatedBy)} ${timeIn(timeOf(subject.updatedAt))}</p>
      ${contentHtml(written(subject))}
      ${
        fields.length > 0 &&
        html`<h2>Fields</h2>
          <dl>
            ${fields.map(
              ([name, value]) =>
                html`<div>
                  <dt>${nameIn(name)}</dt>
                  <dd>${nameIn(typeof value === 'string' ? value : JSON.stringify(value))}</dd>
                </div>`,
            )}
          </dl>`
      }
      <h2>Last runs</h2>
      ${
        passRate !== null &&
        html`<p>
          Pass rate ${Math.round(passRate * 100)}%${flakiness !== null && `, flakiness ${Math.round(flakiness * 100)}%`}
        </p>`
      }
      ${entries.length === 0 && html`<p>None of the last runs has this case.</p>`}
      <ul class="plain">
        ${entries.map(
          ({ run, test, result, at, by }) =>
            html`<li class="${result}">
              <span class="sign" aria-hidden="true">${signOf[result]}</span> ${phraseOf[result]}:
              <a href="${linkOf(test.identifier ?? '')}">${test.identifier ?? ''}</a> in
              <a href="${linkOf(run.identifier ?? '')}">${run.identifier ?? ''}</a> ${nameIn(run.name)}
              <small>${nameIn(by)} ${timeIn(isoOf(at))}</small>
            </li>`,
        )}
      </ul>`,
  )
}

const written = (one: Test | Case) => {
  const { preconditions, steps, comments } = testContentOf(
    { ...one, result: 'failed', assignedTo: '', caseId: '' },
    { caseIdentifier: undefined, full: true },
  )
  return {
    preconditions,
    steps,
    comments: comments.map(({ by, at, content }) => ({ by, at: isoOf(at), content: withoutMarker(content) })),
  }
}

const timeOf = (value: string | number): string | null => isoOf(new Date(value).getTime() || undefined)

/** Returns how many of the newest runs can be read: together they have at most `pageSizes.historyTests` tests. */
const runsWithin = (totals: readonly number[]): number => {
  let sum = 0
  const over = totals.findIndex((total) => (sum += total) > pageSizes.historyTests)
  return over < 0 ? totals.length : over
}
