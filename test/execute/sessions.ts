import type { ResultName } from '../../src/contract/vocabulary.ts'
import type { KeyPress } from '../../src/execute/keys/key.ts'
import { begin, type Event, step } from '../../src/execute/session/index.ts'
import type { VisibleLinesOf } from '../../src/execute/session/visible-lines.ts'
import type { Effect, Item, Saying, Session, Turn } from '../../src/execute/session/state.ts'
import type { Op } from '../../src/execute/outbox/op.ts'

/** Returns a test of a run, by default untested and unassigned. */
export const itemOf = (displayId: number, more: Partial<Item> = {}): Item => ({
  id: `t${displayId}`,
  identifier: `WEB-T${displayId}`,
  displayId,
  name: `Case ${displayId}`,
  preconditions: '',
  steps: [],
  result: 'untested',
  assignedTo: '',
  updatedBy: '',
  ...more,
})

/** Starts a session with some tests. Records the effects of all keys and events. */
export const play = (
  items: readonly Item[],
  options: {
    opened?: ReadonlyMap<string, ResultName>
    from?: string
    wanted?: readonly ResultName[]
    assignedTo?: string
    pageOf?: VisibleLinesOf
  } = {},
) => {
  const beginning: Turn = begin({
    run: { id: 'r', identifier: 'WEB-R1', name: 'Nightly' },
    me: 'ana',
    claims: true,
    list: items.map(({ id }) => id),
    assignedTo: options.assignedTo,
    wanted: options.wanted ?? ['untested', 'inProgress'],
    items,
    ticks: new Map(),
    next: 1,
    kept: [],
    notes: [],
    opened: options.opened ?? new Map(),
    from: options.from,
  })
  let state: Session = beginning.state
  const effects: Effect[] = [...beginning.effects]
  const sayings: Saying[] = [...beginning.sayings]
  const hear = (...events: readonly Event[]): void => {
    for (const event of events) {
      const turn = step(state, event, options.pageOf ?? (() => undefined))
      state = turn.state
      effects.push(...turn.effects)
      sayings.push(...turn.sayings)
    }
  }
  return {
    hear,
    /** Presses keys, given as characters or as names in angle brackets: `pf<return>`. */
    press: (keys: string) => hear(...keysOf(keys).map((key): Event => ({ type: 'key', key }))),
    state: () => state,
    effects,
    said: () => sayings.map(({ text }) => text),
    sent: (): Op[] => effects.flatMap((effect) => (effect.do === 'send' ? [effect.op] : [])),
    /** Returns the results that were set, such as `T1 passed`. */
    results: () =>
      effects.flatMap((effect) =>
        effect.do === 'send' && effect.op.do === 'decide'
          ? [`${effect.op.identifier.slice(4)} ${effect.op.result}`]
          : [],
      ),
  }
}

const keysOf = (text: string): KeyPress[] =>
  [...text.matchAll(/<([^>]+)>|([^])/gu)].map(([, name, sign = '']) => {
    if (name?.startsWith('C-')) return { name: name.slice(2), text: '', ctrl: true, meta: false }
    // Node reports a single Escape as a key with Meta.
    if (name !== undefined) return { name, text: '', ctrl: false, meta: name === 'escape' }
    return { name: sign === ' ' ? 'space' : sign.toLowerCase(), text: sign, ctrl: false, meta: false }
  })
