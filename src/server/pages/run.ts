import { parseIdentifier } from '../../contract/identifiers.ts'
import type { TestRun } from '../../contract/models.ts'
import { phraseOf } from '../../contract/vocabulary.ts'
import { html } from '../../html/template.ts'
import {
  bodyIn,
  testContentOf,
  controls,
  createTextRoom,
  headIn,
  isoOf,
  readTests,
  type ReportModel,
  reportOfRun,
  reportTestOf,
  rowsIn,
  signOf,
  stateOf,
} from '../../runs/report/site.ts'
import type { RunRevision } from '../../service/index.ts'
import type { Response } from '../../wire/message.ts'
import { refuse } from '../http/response.ts'
import { cutIn, linkOf, missingPage, sitePage } from './layout.ts'
import { pagingOf, pagesIn } from './paging.ts'
import { projectNamed, readNewestRuns, readTestsOfPage } from './read.ts'
import { isRunOpen } from './run-feed.ts'
import { pageSizes } from './sizes.ts'
import type { AnswerOf, PageView } from './view.ts'

/**
 * `/WEB-R7`: the report of a run; while tests are open, it renews itself. A run of many tests is split into pages, in the order
 * of the tests, because the interface has no other order. DECISIONS 199
 */
export const runPage: AnswerOf = async (view, identifier) => {
  const { readRunRevision, reader, page } = view
  // Read before the tests, so that a change during the reading renews the page.
  const state = await readRunRevision(identifier)
  const { testRun } = state
  const total = testRun.results?.total ?? 0
  const { project: named = '' } = parseIdentifier(identifier) ?? {}
  const { head, lists, here } =
    total <= pageSizes.whole && page === 1
      ? await wholeRun(view, { run: testRun, identifier, project: named })
      : await pagedRun(view, { run: testRun, identifier, project: named })
  if (!head) return missingPage(reader, `There is no page ${page} of ${identifier}.`)
  return sitePage(
    {
      title: `${identifier} ${testRun.name}`,
      reader,
      project: named,
      live: { state: stateIn(state), seconds: total <= 500 ? 5 : 15 },
    },
    html`<div id="head">${headIn(head, here)}</div>
      ${controls}
      <div id="lists" ${here ? html` data-page` : ''}>${lists}</div>`,
  )
}

/** Returns the state line of a run, which an open page requests to find out about changes. */
export const runState = async ({ readRunRevision }: PageView, identifier: string): Promise<Response> => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: stateIn(await readRunRevision(identifier)),
})

/** Streams the state line of a run as server-sent events; 503 if too many pages listen. */
export const runEvents = async ({ readRunRevision, reader, feed }: PageView, identifier: string): Promise<Response> => {
  const read = async () => stateIn(await readRunRevision(identifier))
  const line = await read()
  const stream = feed.follow(identifier, { keyId: reader.holder.id, read, isSignedIn: reader.isSignedIn }, line)
  if (!stream) return refuse(503, 'too many pages listen', { retryAfter: 60 })
  // After a restart the browsers reconnect at different times. A proxy must not buffer the events.
  const retry = 2000 + Math.round(Math.random() * 4000)
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
    body: `retry: ${retry}\ndata: ${line}\n\n`,
    ...(isRunOpen(line) && { stream }),
  }
}

// It contains no text of users, because an HTML attribute may not keep it unchanged.
const stateIn = ({ testRun, revision }: RunRevision): string => {
  const { total, passed, failed, inProgress, untested } = countsOf(testRun)
  const state = inProgress + untested > 0 ? 'open' : 'over'
  const changed = new Date(testRun.updatedAt).getTime()
  return [state, total, passed, failed, inProgress, untested, changed, revision].join(' ')
}

type Found = { run: TestRun; identifier: string; project: string }

const wholeRun = async ({ api }: PageView, { run, identifier, project }: Found) => {
  const room = createTextRoom(pageSizes.texts)
  const [tests, trend] = await Promise.all([
    readTests(api, run.id, { project, contents: { full: false, keep: room.keep } }),
    projectNamed(api, project).then((found) => found && readNewestRuns(api, found, { size: pageSizes.runs })),
  ])
  const report = reportOfRun(stateOf({ id: run.id, identifier, name: run.name }, tests), {
    trend: trend?.runs.toReversed() ?? [],
    facts: factsOf(run),
  })
  return { head: report, lists: html`${cutIn(room)}${bodyIn(report, { of: linkOf })}`, here: undefined }
}

const pagedRun = async ({ api, page }: PageView, { run, identifier, project }: Found) => {
  const total = run.results?.total ?? 0
  const paging = pagingOf(page, { total, size: pageSizes.tests })
  if (!paging) return { head: undefined, lists: html``, here: undefined }
  const room = createTextRoom(pageSizes.texts)
  const rows = await readTestsOfPage(api, run.id, paging, (test) =>
    reportTestOf({
      ...test,
      identifiers: [`${project}-T${test.displayId}`],
      updatedAt: undefined,
      remarks: [],
      content: testContentOf(test, { caseIdentifier: undefined, full: false, keep: room.keep }),
    }),
  )
  const state = { ...stateOf({ id: run.id, identifier, name: run.name }, []), counts: countsOf(run) }
  const head: ReportModel = reportOfRun(state, { facts: factsOf(run) })
  const lists = (['failed', 'inProgress', 'untested', 'passed'] as const).map((result) => {
    const own = rows.filter((row) => row.result === result)
    return (
      own.length > 0 &&
      html`<section class="g">
        <h2 id="${result}" class="${result}">
          <span class="sign" aria-hidden="true">${signOf[result]}</span> ${own.length} ${phraseOf[result]} on this page
        </h2>
        ${rowsIn(own, { of: linkOf })}
      </section>`
    )
  })
  return {
    head,
    here: [...new Set(rows.map(({ result }) => result))],
    lists: html`${cutIn(room)}${pagesIn(linkOf(identifier), paging)}${lists.map((list) => list || html``)}${pagesIn(linkOf(identifier), paging, 'Pages, below the list')}`,
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
