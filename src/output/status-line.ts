import type { Io } from '../io.ts'
import { choosePen, paceOf, type Pen } from './pen.ts'

/** What a line may be made of: the columns that there are (undefined: any), and what others have to say besides. */
export type Sight = { columns: number | undefined; aside: string | undefined }

/** Something that has to be said while it lasts; what it says may change, and may be nothing for now. */
export type Saying = {
  tell: (sight: Sight) => string | undefined
  /** Lets others speak first, and says this beside what they say. */
  aside?: () => string | undefined
}

/** `due` draws the line if it is time, for work that leaves timers no turn; `end` takes back what is said. */
export type Speaking = { due: () => void; end: () => void }

/**
 * Says something in the one line at the end of stderr, drawn anew calmly for as long as somebody speaks. Nothing is drawn
 * at once, and the stream is not even made before; no process is kept by it. `mode` is that of `--progress`.
 */
export const speak = (io: Io, mode: string, saying: Saying): Speaking => {
  const end = endOf(io)
  if (mode === 'none' || end.isMute) return { due: () => undefined, end: () => undefined }
  if (saying.aside) end.sayings.push(saying)
  else end.sayings.unshift(saying)
  end.clock ??= begin(io, mode, end)
  return {
    due: () => end.clock?.look(),
    end: () => {
      end.sayings = end.sayings.filter((one) => one !== saying)
      if (end.sayings.length === 0) rest(end)
      else if (end.speaker === saying) erase(end)
    },
  }
}

/**
 * Takes away what stands at the end of the terminal. Whoever writes to it calls this before, with the text: nothing is
 * drawn before a line of it is whole.
 */
export const hideStatusLine = (io: Io, text = '\n'): void => {
  const end = endOf(io)
  erase(end)
  if (text !== '') end.isMidLine = !text.endsWith('\n')
}

/** The terminal belongs to somebody else, who asks or draws himself, until what is given back is called. */
export const holdStatusLine = (io: Io): (() => void) => {
  const end = endOf(io)
  erase(end)
  const holder = {}
  end.holders.add(holder)
  return () => void end.holders.delete(holder)
}

/** Says how to take away what somebody else has drawn at the end of the terminal; undefined for what is to stay. */
export const keepAtEnd = (io: Io, erase: (() => void) | undefined): void => {
  endOf(io).erase = erase
}

/** Ends whatever is said, for good: the command is over. */
export const silence = (io: Io): void => {
  const end = endOf(io)
  end.isMute = true
  rest(end)
}

/** `look` draws if it is time. */
type Clock = { look: () => void; stop: () => void }

/** The end of a terminal: who speaks, what stands there, and who else has it. */
type End = {
  sayings: Saying[]
  clock: Clock | undefined
  shown: string | undefined
  /** Whose words stand there. */
  speaker: Saying | undefined
  erase: (() => void) | undefined
  holders: Set<object>
  isMidLine: boolean
  isMute: boolean
}

// A process has one `stop`, and one terminal: an Io that was made from another has the same.
const ends = new WeakMap<AbortSignal, End>()

const endOf = ({ stop }: Io): End => {
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
      isMute: false,
    }
    ends.set(stop, end)
  }
  return end
}

const begin = (io: Io, mode: string, end: End): Clock => {
  const now = () => io.now().getTime()
  const pace = paceOf(mode)
  let pen: Pen | undefined
  let next = now() + pace
  const look = () => {
    // A timer may go off a little early.
    if (now() < next - pace / 10) return
    next = now() + pace
    pen ??= choosePen(io, mode)
    if (pen) draw(end, pen)
    else {
      end.isMute = true
      rest(end)
    }
  }
  const timer = setInterval(look, pace).unref()
  return { look, stop: () => clearInterval(timer) }
}

const draw = (end: End, pen: Pen): void => {
  if (end.holders.size > 0 || end.isMidLine) return
  const { text, speaker } = listen(end, pen)
  if (text === end.shown) return
  if (text === undefined) return erase(end)
  const erasing = pen.draw(text)
  end.erase = erasing
  end.shown = erasing && text
  end.speaker = speaker
}

/** What is said now, and by whom. */
const listen = ({ sayings }: End, pen: Pen): { text?: string; speaker?: Saying } => {
  const columns = pen.columns()
  const [aside] = sayings.map((one) => one.aside?.()).filter((text) => text !== undefined)
  for (const speaker of sayings) {
    const text = speaker.tell({ columns, aside })
    if (text !== undefined) return { text, speaker }
  }
  return {}
}

const rest = (end: End): void => {
  end.clock?.stop()
  end.clock = undefined
  erase(end)
}

const erase = (end: End): void => {
  const take = end.erase
  end.erase = undefined
  end.shown = undefined
  end.speaker = undefined
  take?.()
}
