import { parseIdentifier } from '../../contract/identifiers.ts'
import type { TestRun } from '../../contract/models.ts'
import { html } from '../../html/template.ts'
import {
  bodyIn,
  contentOf,
  controls,
  headIn,
  isoOf,
  phraseOf,
  readTests,
  type Report,
  reportOfRun,
  reportTestOf,
  rowsIn,
  signOf,
  stateOf,
} from '../../runs/report/site.ts'
import type { Response } from '../../wire/message.ts'
import { linkOf, missing, sitePage } from './layout.ts'
import { pageOf, pagesIn } from './paging.ts'
import { findProject, readNewestRuns } from './read.ts'
import type { AnswerOf, View } from './view.ts'

/**
 * `/WEB-R7`: the report of a run; while tests are open, it renews itself. A run of many tests comes in pages, in the order
 * of the tests, because the interface reads by no other. DECISIONS 199
 */
export const runPage: AnswerOf = async (view, identifier) => {
  const { api, reader, page } = view
  const { testRun } = await api.runs.get({ identifier })
  const total = testRun.results?.total ?? 0
  const { project: named = '' } = parseIdentifier(identifier) ?? {}
  const { head, lists } =
    total <= mostWhole && page === 1
      ? await wholeRun(view, { run: testRun, identifier, project: named })
      : await pagedRun(view, { run: testRun, identifier, project: named })
  if (!head) return missing(reader, `There is no page ${page} of ${identifier}.`)
  return sitePage(
    {
      title: `${identifier} ${testRun.name}`,
      reader,
      project: named,
      live: { state: stateIn(testRun), seconds: total <= 500 ? 5 : 15 },
    },
    html`<div id="head">${headIn(head)}</div>
      ${controls}
      <div id="lists">${lists}</div>`,
  )
}

/** A line that says what a run holds: all that a page asks for while it is left open. */
export const runState = async ({ api }: View, identifier: string): Promise<Response> => {
  const { testRun } = await api.runs.get({ identifier })
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: stateIn(testRun) }
}

// Nothing in it is written by people: an attribute of a page may hold a text otherwise than it was sent.
const stateIn = ({ results, updatedAt }: TestRun): string => {
  const { total = 0, passed = 0, failed = 0, inProgress = 0, untested = 0 } = results ?? {}
  return [
    inProgress + untested > 0 ? 'open' : 'over',
    total,
    passed,
    failed,
    inProgress,
    untested,
    new Date(updatedAt).getTime(),
  ].join(' ')
}

// As many as are read in two requests; their comments come along.
const mostWhole = 2000
const pageLength = 500

type Found = { run: TestRun; identifier: string; project: string }

const wholeRun = async ({ api }: View, { run, identifier, project }: Found) => {
  const [tests, trend] = await Promise.all([
    readTests(api, run.id, { project, contents: { full: false } }),
    findProject(api, project).then((found) => found && readNewestRuns(api, found, { size: 30 })),
  ])
  const report = reportOfRun(stateOf({ id: run.id, identifier, name: run.name }, tests), {
    trend: trend?.runs.toReversed() ?? [],
    facts: factsOf(run),
  })
  return { head: report, lists: bodyIn(report, { of: linkOf }) }
}

const pagedRun = async ({ api, page }: View, { run, identifier, project }: Found) => {
  const total = run.results?.total ?? 0
  const paging = pageOf(page, { total, size: pageLength })
  if (!paging) return { head: undefined, lists: html`` }
  const { offset, limit } = paging
  const { tests } = await api.tests.list({ testRunId: run.id, offset, limit, relations: ['comments'] })
  const state = { ...stateOf({ id: run.id, identifier, name: run.name }, []), counts: countsOf(run) }
  const head: Report = reportOfRun(state, { facts: factsOf(run) })
  const rows = tests.map((test) =>
    reportTestOf({
      ...test,
      identifiers: [`${project}-T${test.displayId}`],
      updatedAt: undefined,
      remarks: [],
      content: contentOf(test, { caseIdentifier: undefined, full: false }),
    }),
  )
  const lists = (['failed', 'inProgress', 'untested', 'passed'] as const).map((result) => {
    const own = rows.filter((row) => row.result === result)
    return (
      own.length > 0 &&
      html`<section class="g">
        <h2 id="${result}" class="${result}">
          <span class="sign" aria-hidden="true">${signOf[result]}</span> ${own.length} ${phraseOf[result]} of this page
        </h2>
        ${rowsIn(own, { of: linkOf })}
      </section>`
    )
  })
  return {
    head,
    lists: html`${pagesIn(linkOf(identifier), paging)}${lists.map((list) => list || html``)}${pagesIn(linkOf(identifier), paging, 'Pages, below the list')}`,
  }
}

const countsOf = ({ results }: TestRun) => {
  const { total = 0, passed = 0, failed = 0, inProgress = 0, untested = 0 } = results ?? {}
  return { total, passed, failed, inProgress, untested }
}

const factsOf = ({ createdAt, createdBy }: TestRun) => ({
  createdBy,
  createdAt: isoOf(new Date(createdAt).getTime() || undefined),
})
