import { answersToStderr, type Io } from '../../system/io.ts'
import { createLive, sizeOf } from '../../output/live/index.ts'
import type { Palette } from '../../output/style/color.ts'
import { chooseSymbols } from '../../output/style/symbols.ts'
import { ruler } from '../../output/text/unicode-width.ts'
import type { SessionView } from '../session-view.ts'
import { boardOf, seenOf } from './board.ts'

/** Shows a session as a board at the end of stderr; the results that were set stay above it. */
export const openScreen = (io: Io, palette: Palette): SessionView => {
  const symbols = chooseSymbols(io)
  const aside = answersToStderr(io)
  const live = createLive({ io: aside, palette, ruler, ellipsis: symbols.ellipsis, pace })
  return {
    show: (_, state, sayings) => {
      const above = sayings.filter(({ record }) => record).map(({ text, tone }) => [{ text, tone }])
      live.show((size) => boardOf(state, { ...size, symbols, ruler }), above)
    },
    pageOf: (state) => seenOf(state, { ...sizeOf(aside), symbols, ruler }),
    clear: live.clear,
    done: async () => {
      await live.clear()
      await live.done()
    },
  }
}

// Milliseconds from one frame to the next: a key is answered at once, and a hundred keys are a few frames.
const pace = 30
