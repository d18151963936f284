import type { OpBody } from '../outbox/op.ts'
import type { Effect, Saying, Session, Turn } from './state.ts'

/** A turn in which nothing has happened yet. */
export const quiet = (state: Session): Turn => ({ state, effects: [], sayings: [] })

/** The same turn, with a change of the session. */
export const change = (turn: Turn, changes: Partial<Session>): Turn => ({
  ...turn,
  state: { ...turn.state, ...changes },
})

/** The same turn, with something more to do. */
export const act = (turn: Turn, ...effects: readonly Effect[]): Turn => ({
  ...turn,
  effects: [...turn.effects, ...effects],
})

/** The same turn, with something more to say; the last of it stands on the board. */
export const say = (turn: Turn, text: string, more: Omit<Saying, 'text'> = {}): Turn => ({
  ...turn,
  state: { ...turn.state, notice: more.record ? '' : text },
  sayings: [...turn.sayings, { text, ...more }],
})

/** The same turn, with an operation for the service. */
export const sendOp = (turn: Turn, test: string, body: OpBody): Turn => {
  const { state } = turn
  const op = { n: state.next, test, identifier: state.items.get(test)?.identifier ?? '', ...body }
  return act(change(turn, { next: state.next + 1 }), { do: 'send', op })
}
