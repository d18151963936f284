import { type Html, html as dense } from '../../../html/template.ts'
import { counted } from '../../../output/text/count.ts'
import { phraseOf, type ResultName } from '../../../contract/vocabulary.ts'
import { differenceKinds } from '../../diff/index.ts'
import { formatChange } from '../../diff/lines.ts'
import type { ReportModel, ReportChanges, ReportGroup, ReportRun } from '../../report/model.ts'
import { inOrder } from '../../status/index.ts'
import { barIn, patterns, saying, signOf } from './bar.ts'
import { changeWords } from '../change-words.ts'
import { type Addresses, rowsIn } from './rows.ts'
import { flakiestIn, trendIn } from './trend.ts'
import { rowAnchor, handleIn, identifierSpan, nameIn, sentenceIn, shortened, timeIn } from './text.ts'

/**
 * Formats the top of a report: its subject, its sentence, the bar and the counts. A count is a link to its
 * section if the page has one: `here` are the results that have a section, by default all.
 */
export const headIn = (
  { subject, sentence, results, steps }: ReportModel,
  here: readonly ResultName[] = inOrder,
): Html =>
  dense`<h1><span class="key">${handleIn(subject)}</span> ${nameIn(subject.name)}</h1><p class="sentence">${sentenceIn(sentence)}.</p>${patterns}${barIn(results)}<ul class="counts">${inOrder.map(
    (result) =>
      dense`<li class="${result}"><span class="sign" aria-hidden="true">${signOf[result]}</span> ${results[result] > 0 && here.includes(result) ? dense`<a href="#${result}">${results[result]} ${phraseOf[result]}</a>` : dense`${results[result]} ${phraseOf[result]}`}</li>`,
  )}<li>${counted(results.total)}</li></ul>${steps.length === 0 ? '' : dense`<h2>Until it is ready</h2><ul>${steps.map((step) => dense`<li>${shortened(step)}</li>`)}</ul>`}`

/** The form that finds tests in a page; hidden until the script shows it. */
export const controls = dense`<form id="find" role="search" hidden><label>Search<input type="search" aria-label="Search" placeholder="press /" autocomplete="off" spellcheck="false"></label><label>Result<select aria-label="Result"><option value="">all</option>${(
  ['failed', 'inProgress', 'untested', 'passed'] as const
).map(
  (result) => dense`<option value="${result}">${phraseOf[result]}</option>`,
)}</select></label><label>Person<select aria-label="Person"><option value="">all</option></select></label><label>Section<select aria-label="Section"><option value="">all</option></select></label><output></output></form>`

/** Formats the rest of a report, the most important first. */
export const bodyIn = (report: ReportModel, addresses: Addresses = {}): Html => {
  const { failed, inProgress, untested, passed } = report
  return dense`${runsIn(report.runs, addresses)}${changesIn(report, addresses)}${section('failed', { count: failed.length }, rowsIn(failed, { ...addresses, open: failed.length <= mostOpen }))}${groupsIn('inProgress', inProgress, addresses)}${groupsIn('untested', untested, addresses)}${section('passed', { count: passed.length, folded: true }, rowsIn(passed, addresses))}${trendIn(report.trend)}${flakiestIn(report.flakiest)}${factsIn(report)}`
}

const mostOpen = 20

const section = (
  result: 'failed' | 'inProgress' | 'untested' | 'passed',
  { count, folded = false }: { count: number; folded?: boolean },
  rows: Html,
): Html => {
  if (count === 0) return dense``
  const heading = dense`<h2 id="${result}" class="${result}"><span class="sign" aria-hidden="true">${signOf[result]}</span> ${titles[result]} <small>${count}</small></h2>`
  return folded
    ? dense`<section class="g" aria-labelledby="${result}">${heading}<details class="fold"><summary>Show ${counted(count)}</summary>${rows}</details></section>`
    : dense`<section class="g" aria-labelledby="${result}">${heading}${rows}</section>`
}

const titles = { failed: 'Failed', inProgress: 'In progress', untested: 'Untested', passed: 'Passed' }

const groupsIn = (result: 'inProgress' | 'untested', groups: readonly ReportGroup[], addresses: Addresses): Html =>
  section(
    result,
    { count: groups.reduce((sum, { tests }) => sum + tests.length, 0) },
    dense`${groups.map(
      ({ name, tests }) =>
        dense`<div class="g">${name === '' && groups.length === 1 ? '' : dense`<h3>${name === '' ? 'Unassigned' : nameIn(name)} <small>${tests.length}</small></h3>`}${rowsIn(tests, addresses)}</div>`,
    )}`,
  )

const changesIn = ({ changes }: ReportModel, addresses: Addresses): Html => {
  if (!changes) return dense``
  const { since, counts, tests } = changes
  const kinds = differenceKinds.filter((kind) => counts[kind] > 0)
  return dense`<section aria-labelledby="changes"><h2 id="changes">Since ${identifierSpan(handleIn(since))} ${nameIn(since.name)}</h2>${
    kinds.length === 0 ? dense`<p>Nothing changed.</p>` : ''
  }${kinds.map(
    (kind) =>
      dense`<details${counts[kind] <= mostOpen ? dense` open` : ''}><summary>${counts[kind]} ${changeWords[kind]}</summary>${changeList(
        tests.filter((test) => test.kind === kind),
        addresses,
      )}</details>`,
  )}<p class="hint">${counted(counts.unchanged)} unchanged</p></section>`
}

const changeList = (tests: ReportChanges['tests'], { of }: Addresses): Html => {
  const rows = tests.slice(0, mostChanges).map((test) => {
    const handle = handleIn(test)
    const href = of && test.identifier ? of(test.identifier) : rowAnchor(test)
    const isHere = test.kind !== 'removed' || of !== undefined
    return dense`<li>${isHere ? dense`<a href="${href}">${handle}</a>` : handle} ${nameIn(test.name)} <small>${formatChange(test, '→')}</small></li>`
  })
  const left = tests.length - rows.length
  return dense`<ul class="plain">${rows}${left > 0 ? dense`<li>… and ${left} more</li>` : ''}</ul>`
}

const mostChanges = 200

const runsIn = (runs: readonly ReportRun[], addresses: Addresses): Html =>
  runs.length === 0
    ? dense``
    : dense`<section aria-labelledby="runs"><h2 id="runs">Runs</h2>${runListIn(runs, addresses)}</section>`

/** Formats a list of runs, with a bar for each. */
export const runListIn = (runs: readonly ReportRun[], { of }: Addresses): Html =>
  dense`<ul class="plain runs">${runs.map(
    ({ name, results, at, ...run }) =>
      dense`<li>${of && run.identifier ? dense`<a href="${of(run.identifier)}">${handleIn(run)}</a>` : dense`<b>${handleIn(run)}</b>`} ${nameIn(name)}: ${saying(results)} <small>${timeIn(at)}</small>${barIn(results, 8)}</li>`,
  )}</ul>`

const factsIn = ({ facts, subject, results }: ReportModel): Html => {
  const rows: [string, Html][] = [
    [
      'Project',
      facts.project ? dense`${identifierSpan(facts.project.identifier)} ${nameIn(facts.project.name)}` : dense``,
    ],
    ['Report of', dense`${identifierSpan(handleIn(subject))} ${nameIn(subject.name)}, ${counted(results.total)}`],
    [
      'Created',
      dense`${timeIn(facts.createdAt)}${facts.createdBy === '' ? '' : dense` by ${nameIn(facts.createdBy)}`}`,
    ],
    ['First result', timeIn(facts.firstChange)],
    ['Last result', timeIn(facts.lastChange)],
    ['Written by', facts.version === '' ? dense`` : dense`testctl ${facts.version}`],
  ]
  return dense`<footer><dl>${rows
    .filter(([, value]) => value.markup !== '')
    .map(([label, value]) => dense`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl></footer>`
}
