import type { Io } from '../../system/io.ts'
import { chooseRenderer, drawingPace, type LineRenderer } from './line-renderer.ts'

/**
 * What a line may be made of: the columns that there are (undefined: any), what others have to say besides, and when
 * something else was written to the terminal last, by the clock.
 */
export type LineState = { columns: number | undefined; aside: string | undefined; written: number }

/** Something that has to be said while it lasts; what it says may change, and may be nothing for now. */
export type StatusEntry = {
  tell: (sight: LineState) => string | undefined
  /** Lets others speak first, and says this beside what they say. */
  aside?: () => string | undefined
}

/** `look` draws if it is time. */
type Clock = { look: () => void; draw: () => void; stop: () => void }

/** The end of a terminal: who speaks, what stands there, and who else has it. */
export type StatusLine = {
  sayings: StatusEntry[]
  clock: Clock | undefined
  shown: string | undefined
  /** Whose words stand there. */
  speaker: StatusEntry | undefined
  erase: (() => void) | undefined
  holders: Set<object>
  isMidLine: boolean
  written: number
  /** How wide it was when something was drawn last. */
  columns: number | undefined
  isMute: boolean
}

// A process has one `stop`, and one terminal: an Io that was made from another has the same.
const ends = new WeakMap<AbortSignal, StatusLine>()

/** The end of the terminal that a process has. */
export const endOf = ({ stop }: Io): StatusLine => {
  let end = ends.get(stop)
  if (!end) {
    end = {
      sayings: [],
      clock: undefined,
      shown: undefined,
      speaker: undefined,
      erase: undefined,
      holders: new Set(),
      isMidLine: false,
      written: -Infinity,
      columns: undefined,
      isMute: false,
    }
    ends.set(stop, end)
  }
  return end
}

/** Begins to draw what is said there, calmly, by a timer that keeps no process; the pen is chosen when it is first needed. */
export const beginStatus = (io: Io, mode: string, end: StatusLine): Clock => {
  const now = () => io.now().getTime()
  const pace = drawingPace(mode)
  let pen: LineRenderer | undefined
  let next = now() + pace
  const drawNow = () => {
    next = now() + pace
    pen ??= chooseRenderer(io, mode)
    if (pen) draw(end, pen)
    else {
      end.isMute = true
      releaseTerminal(end)
    }
  }
  const look = () => {
    // A timer may go off a little early.
    if (now() >= next - pace / 10) drawNow()
  }
  const timer = setInterval(look, pace).unref()
  return { look, draw: drawNow, stop: () => clearInterval(timer) }
}

const draw = (end: StatusLine, pen: LineRenderer): void => {
  if (end.holders.size > 0 || end.isMidLine) return
  const columns = pen.columns()
  // A line that was broken into several is taken away as a whole.
  if (columns !== end.columns) eraseStatus(end)
  end.columns = columns
  const { text, speaker } = listen(end, columns)
  if (text === end.shown) return
  if (text === undefined) return eraseStatus(end)
  const erasing = pen.draw(text)
  end.erase = erasing
  end.shown = erasing && text
  end.speaker = speaker
}

/** What is said now, and by whom. */
const listen = (
  { sayings, written }: StatusLine,
  columns: number | undefined,
): { text?: string; speaker?: StatusEntry } => {
  const [aside] = sayings.map((one) => one.aside?.()).filter((text) => text !== undefined)
  for (const speaker of sayings) {
    const text = speaker.tell({ columns, aside, written })
    if (text !== undefined) return { text, speaker }
  }
  return {}
}

/** Ends that, where nobody speaks any more. */
export const releaseTerminal = (end: StatusLine): void => {
  end.clock?.stop()
  end.clock = undefined
  eraseStatus(end)
}

/** Takes away what stands there. */
export const eraseStatus = (end: StatusLine): void => {
  const take = end.erase
  end.erase = undefined
  end.shown = undefined
  end.speaker = undefined
  take?.()
}
