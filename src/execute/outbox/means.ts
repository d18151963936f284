import type { Api } from '../../contract/index.ts'
import type { News } from '../session/news.ts'
import type { ExecutionEntry } from '../journal/entry.ts'
import type { Knowledge } from './knowledge.ts'
import type { Op, Sent, Theirs } from './op.ts'

/** What an operation is performed with. */
export type Means = {
  api: Api
  /** The run that the tests are in, by id. */
  run: string
  knowledge: Knowledge
  note: (...entries: readonly ExecutionEntry[]) => Promise<void>
  tell: (news: News) => void
  /** Called before a change is sent: from then on the service may have stored it. */
  onBegun: () => void
}

/** The outcome of an operation: it is done, or another person's change conflicts with it. */
export type Performed = { sent: Sent } | { theirs: Theirs }

/** An operation of one kind. */
export type As<D extends Op['do']> = Extract<Op, { do: D }>

/** Returns the outcome of an operation that is done. */
export const sentOf = ({ n, test }: Op, more: Omit<Sent, 'n' | 'test'> = {}): Performed => ({
  sent: { n, test, ...more },
})
