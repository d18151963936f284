import { type Html, html as dense } from '../../../html/template.ts'
import type { FlakyCase, ReportRun } from '../../report/model.ts'
import { barParts, percent, saying, signOf, stripe } from './bar.ts'
import { handleIn, nameIn, shortened, timeIn } from './text.ts'

/** Formats the results of the last runs: a column for each, and the same in words. Empty for fewer than two runs. */
export const trendIn = (runs: readonly ReportRun[]): Html => {
  if (runs.length < 2) return dense``
  const most = runs.reduce((largest, { results }) => Math.max(largest, results.total), 1)
  // With few runs, limits the width, so that no column is a block.
  const width = Math.min(100 / runs.length, 5)
  return dense`<section aria-labelledby="trend"><h2 id="trend">Last ${runs.length} runs</h2><svg class="trend" width="100%" height="96" role="img" aria-label="Results of the last ${runs.length} runs, in the list below">${runs.map(
    (run, at) => column(run, { x: at * width, width, most }),
  )}</svg><details><summary>As a list</summary><ul class="plain">${runs
    .toReversed()
    .map(
      (run) =>
        dense`<li><b>${handleIn(run)}</b> ${nameIn(run.name)}: ${saying(run.results)} <small>${timeIn(run.at)}</small></li>`,
    )}</ul></details></section>`
}

const column = (run: ReportRun, { x, width, most }: { x: number; width: number; most: number }): Html => {
  const tall = Math.max((run.results.total * 100) / most, run.results.total > 0 ? 4 : 0)
  const title = `${shortened(`${run.identifier ?? ''} ${run.name}`, 100)}: ${saying(run.results)}`
  return dense`<g><title>${title}</title>${barParts(run.results).map(({ result, from, size }) =>
    stripe(result, {
      x: percent(x + width * 0.1),
      y: percent(100 - ((from + size) * tall) / 100),
      width: percent(width * 0.8),
      height: percent((size * tall) / 100),
    }),
  )}</g>`
}

/** Formats the cases whose results changed most often. */
export const flakiestIn = (cases: readonly FlakyCase[]): Html =>
  cases.length === 0
    ? dense``
    : dense`<section aria-labelledby="flaky"><h2 id="flaky">Flakiest cases</h2><ul class="plain">${cases.map(
        ({ name, flakiness, results, ...own }) =>
          dense`<li><b>${handleIn(own)}</b> ${nameIn(name)}: ${Math.round(flakiness * 100)}% of its results changed <span role="img" aria-label="${results.join(', ')}">${results.map((result) => signOf[result]).join('')}</span></li>`,
      )}</ul></section>`
