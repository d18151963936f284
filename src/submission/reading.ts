import type { Outcome } from '../reports/outcome.ts'
import { mentionsIn } from './match/id-scan.ts'
import type { Order } from './options.ts'
import type { Reading } from '../runs/read.ts'
import { wantsRemark } from './apply/comment-text.ts'

/** What to read of a run's tests: the case of each only where a result may name one, comments only where some may have to give way. */
export const readingFor = (order: Order, project: string | undefined): Reading => ({
  project,
  cases: project !== undefined && mentionsCases(order, project),
  remarks: wantsRemark(order.outcomes, order.policy),
  progress: order.progress,
})

const mentionsCases = ({ outcomes, rules }: Order, project: string): boolean =>
  rules.mapping.size > 0 || rules.patterns.length > 0 || outcomes.some((outcome) => namesCase(outcome, project))

const namesCase = ({ name, properties }: Outcome, project: string): boolean =>
  [name, ...properties.map(({ value }) => value)].some((text) =>
    mentionsIn(text, project).some((mention) => /-C\d+$/.test(mention)),
  )
