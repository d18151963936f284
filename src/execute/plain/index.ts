import type { Io } from '../../system/io.ts'
import { statusLineOf } from '../../output/status-line/index.ts'
import { safe, safeLines } from '../../output/text/escape.ts'
import { type Saying, type Session, shownTest } from '../session/state.ts'
import { ruler } from '../../output/text/unicode-width.ts'
import { wrapText } from '../wrap-text.ts'
import type { SessionView } from '../session-view.ts'
import { firstHint, pageSentences, promptOf, runSentence, shownSentences, stepSentence } from './lines.ts'

/**
 * Shows a session in lines that are only appended, for a screen reader or a dumb terminal: each change once, in words.
 * Echoes typed text as a terminal does.
 */
export const openPlain = (io: Io): SessionView => {
  const release = statusLineOf(io).hold()
  let isBegun = false
  let isHinted = false
  let isAsking = false
  const write = (lines: readonly string[]): void => {
    // Wraps between words: a terminal breaks lines anywhere, and a screen reader reads them like that.
    const width = io.stderr.columns || Number(io.env['COLUMNS']) || Infinity
    const broken = lines.flatMap((line) => wrapText(line, width, ruler))
    const text = broken.map((line) => `${line}\n`).join('')
    if (text === '') return
    io.stderr.write(isAsking ? `\n${text}` : text)
    isAsking = false
  }
  return {
    show: (before, state, sayings) => {
      const isFirst = !isBegun
      isBegun = true
      // After the shell had the terminal, a partly typed line is further above, so the prompt is written again.
      if (before === undefined) isAsking = false
      write([...(isFirst ? [runSentence(state)] : []), ...sayings.map(sentenceOf), ...changes(before, state)])
      if (!isHinted && state.mode.at === 'test') {
        isHinted = true
        write([firstHint])
      }
      const typed = typedSince(before, state)
      if (typed !== '') io.stderr.write(typed)
      else if (state.mode.at === 'input' && (!isAsking || promptOf(state) !== promptOf(before ?? state)))
        io.stderr.write(`${isAsking ? '\n' : ''}${promptOf(state)}${safeLines(state.mode.input.text)}`)
      if (isAsking && state.mode.at !== 'input') io.stderr.write('\n')
      isAsking = state.mode.at === 'input'
    },
    pageOf: () => undefined,
    clear: async () => undefined,
    done: async () => release(),
  }
}

const sentenceOf = ({ text }: Saying): string => safe(/[.!?]$/.test(text) ? text : `${text}.`)

/** Returns the sentences to print after a change of the session. */
const changes = (before: Session | undefined, state: Session): string[] => {
  const { mode } = state
  if (before === undefined && mode.at === 'input') return shownSentences(state).slice(0, 1)
  const isNew = before?.at !== state.at || (before?.mode.at === 'end' && mode.at === 'test')
  if (mode.at === 'test' && isNew) return shownSentences(state)
  if (mode.at === 'test' && before?.mode.at === 'test' && before.step !== state.step) return stepsOf(before, state)
  const isOther = before?.mode !== mode && (before?.mode.at !== mode.at || mode.at === 'conflict')
  return isOther ? pageSentences(state) : []
}

/** Returns the sentence of the current step, unless only its tick was removed: ticking has a message of its own. */
const stepsOf = (before: Session, state: Session): string[] => {
  const item = shownTest(state)
  if (!item) return []
  const isDone = (state.ticks.get(item.id) ?? []).includes(state.step)
  return before.ticks === state.ticks || state.step > before.step ? [stepSentence(item, state.step, isDone)] : []
}

/** Returns the echo of a key: the text that it added, erasures at the end of the line, or the whole line again. */
const typedSince = (before: Session | undefined, { mode }: Session): string => {
  if (mode.at !== 'input' || before?.mode.at !== 'input') return ''
  const [old, now] = [before.mode.input.text, mode.input.text]
  if (now.startsWith(old)) return safeLines(now.slice(old.length))
  const erased = old.slice(now.length)
  if (old.startsWith(now) && !erased.includes('\n')) return '\b \b'.repeat(ruler.widthOf(safe(erased)))
  return `\n${safeLines(now)}`
}
