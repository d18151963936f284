import { parseIdentifier } from '../../contract/identifiers.ts'
import { html } from '../../html/template.ts'
import {
  bodyIn,
  controls,
  createTextRoom,
  gather,
  headIn,
  readMilestone,
  reportOfMilestone,
  reportRunOf,
} from '../../runs/report/site.ts'
import { cutIn, linkOf, sitePage } from './layout.ts'
import { pageSizes } from './sizes.ts'
import type { AnswerOf } from './view.ts'

/** `/WEB-M1`: the report of a milestone; only its runs, without tests, if there are many. */
export const milestonePage: AnswerOf = async ({ api, reader, stop }, identifier) => {
  const { milestone } = await api.milestones.get({ identifier, relations: ['test_runs'] })
  const runs = milestone.testRuns ?? []
  const { project = '' } = parseIdentifier(identifier) ?? {}
  const shown = { id: milestone.id, identifier, name: milestone.name }
  const listed = runs.flatMap((run) => reportRunOf(run, { id: '', identifier: project, name: '' }) ?? [])
  const total = listed.reduce((sum, { results }) => sum + results.total, 0)
  const room = createTextRoom(pageSizes.texts)
  const read =
    total <= pageSizes.whole && runs.length <= pageSizes.runsOfMilestone
      ? await readMilestone(api, { milestone: shown, runs }, { stop, contents: { full: false, keep: room.keep } })
      : gather(
          shown,
          listed.map(({ id, identifier: own, name, results: counts }) => ({
            run: { id, identifier: own, name },
            counts,
            tests: [],
          })),
        )
  const report = reportOfMilestone(read, { runs: listed })
  return sitePage(
    { title: `${identifier} ${milestone.name}`, reader, project },
    html`${headIn(report)} ${controls} ${cutIn(room)} ${bodyIn(report, { of: linkOf })}`,
  )
}
