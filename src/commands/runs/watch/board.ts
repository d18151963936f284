import type { Context } from '../../../composition/context.ts'
import type { Live } from '../../../output/live/index.ts'
import { chooseSymbols } from '../../../output/style/symbols.ts'
import { agoFrom } from '../../../output/text/time.ts'
import type { ResultChange } from '../../../runs/watch/result-changes.ts'
import type { Gate } from '../../../runs/status/gate.ts'
import type { Glance } from '../../../runs/watch/eta.ts'
import type { RunState } from '../../../runs/status/index.ts'
import type { WatchView } from './view.ts'
import { formatAge } from '../../../output/text/duration.ts'

/** Shows a run on a board that is redrawn in place. `pause` is the time between two polls, in milliseconds. */
export const openBoard = async (
  { io, runs }: Context,
  { live, gate, pause }: { live: Live; gate: Gate | undefined; pause: number },
): Promise<WatchView> => {
  const { fitBoard, glanceAt, judgeGate, latestChanges, etaOf, recent } = await runs()
  const symbols = chooseSymbols(io)
  let state: RunState | undefined
  let turns: readonly ResultChange[] = []
  let glances: readonly Glance[] = []
  let answered = performance.now()
  let tried = answered
  let missed: string | undefined

  /** Says why the board may be out of date: the last poll failed, or the current one takes too long. */
  const outage = (): string | undefined => {
    const now = performance.now()
    if (missed === undefined && now - tried < pause + tolerance) return undefined
    return `no answer for ${formatAge(now - answered)}${missed === undefined ? '' : `: ${missed}`}`
  }
  const draw = (): void => {
    const seen = state
    if (!seen) return
    live.show(({ columns, rows }) => {
      const board = { state: seen, turns, pace: etaOf(glances), outage: outage() }
      return fitBoard(board, { columns, rows, symbols, ago: agoFrom(io.now()) })
    })
  }
  return {
    see: ({ state: seen, turns: latest }) => {
      answered = tried = performance.now()
      missed = undefined
      turns = [...(state ? turns : latestChanges(seen.tests, kept)), ...latest].slice(-kept)
      state = { ...seen, verdict: gate && judgeGate(seen.counts, gate) }
      glances = recent([...glances, glanceAt(seen.counts, answered)])
      draw()
    },
    miss: ({ message }) => {
      tried = performance.now()
      missed = message
      draw()
    },
    close: live.done,
    // The board shows the end already.
    end: async () => undefined,
  }
}

// As many changes as a board shows.
const kept = 8
// Milliseconds without an answer until the board says that it is out of date.
const tolerance = 10_000
