import type { OpBody } from '../outbox/op.ts'
import type { Effect, Saying, Session, Turn } from './state.ts'

/** Begins a turn in which nothing has happened yet. */
export const quiet = (state: Session): Turn => ({ state, effects: [], sayings: [] })

/** Changes the session of a turn. */
export const change = (turn: Turn, changes: Partial<Session>): Turn => ({
  ...turn,
  state: { ...turn.state, ...changes },
})

/** Adds side effects to a turn. */
export const act = (turn: Turn, ...effects: readonly Effect[]): Turn => ({
  ...turn,
  effects: [...turn.effects, ...effects],
})

/** Adds a message to a turn. The board shows the last one; a `record` stays above the board instead. */
export const say = (turn: Turn, text: string, more: Omit<Saying, 'text'> = {}): Turn => ({
  ...turn,
  state: { ...turn.state, notice: more.record ? '' : text },
  sayings: [...turn.sayings, { text, ...more }],
})

/** Adds an operation for the service to a turn. */
export const sendOp = (turn: Turn, test: string, body: OpBody): Turn => {
  const { state } = turn
  const op = { n: state.next, test, identifier: state.items.get(test)?.identifier ?? '', ...body }
  return act(change(turn, { next: state.next + 1 }), { do: 'send', op })
}
