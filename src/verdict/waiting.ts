import { setTimeout } from 'node:timers/promises'
import type { Api } from '../contract/index.ts'
import { NotFoundError, UnavailableError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type Counts, isOver, type NamedRun, readState, type State } from './state.ts'

/** How long to wait for a run, how often to look (milliseconds), and who is told of each look. */
export type Waiting = {
  api: Api
  run: NamedRun
  patience: number
  pause: { first: number; most: number }
  remarks?: boolean
  io: Pick<Io, 'now' | 'stop'>
  onSeen?: (counts: Counts) => void
  onMissed?: (error: UnavailableError) => void
}

/**
 * What came of it: the run as it is at the end, or at the deadline; where the service could not be reached then, why, and
 * the counts that were last seen. `missed` are the looks that failed.
 */
export type Waited = { missed: readonly UnavailableError[] } & (
  { state: State } | { state?: never; lost: UnavailableError; seen: Counts | undefined }
)

/**
 * Looks at a run again and again until none of its tests is untested or in progress, or time is up. That the service
 * cannot be reached for a while is borne; every other failure ends the wait, that the run was deleted among them.
 */
export const awaitEnd = async ({ io, onSeen, onMissed, ...waiting }: Waiting): Promise<Waited> => {
  const left = () => end - io.now().getTime()
  const end = io.now().getTime() + waiting.patience
  const missed: UnavailableError[] = []
  let seen: Counts | undefined
  let { first: pause } = waiting.pause
  for (;;) {
    const isLast = left() <= 0
    const looked = await within(Math.max(left(), grace), look({ ...waiting, whole: isLast }), io.stop).catch(bear)
    io.stop.throwIfAborted()
    if (looked instanceof UnavailableError) {
      missed.push(looked)
      onMissed?.(looked)
      if (left() <= 0) return { lost: looked, seen, missed }
    } else {
      seen = looked.counts
      onSeen?.(seen)
      if (looked.tests && (isLast || isOver(seen))) return { state: { ...looked, tests: looked.tests }, missed }
    }
    await rest(Math.max(0, Math.min(pause, left())), io.stop)
    pause = nextPause(pause, waiting.pause.most)
  }
}

const bear = (error: unknown): UnavailableError => {
  if (error instanceof UnavailableError) return error
  throw error
}

/** The pauses grow a little, so that a long wait does not ask too often. */
export const nextPause = (pause: number, most: number): number => Math.min(pause * 1.5, Math.max(pause, most))

// What a service that answers at all needs for its last answer.
const grace = 5000

type Looking = Pick<Waiting, 'api' | 'run' | 'remarks'> & { whole: boolean }
type Looked = Omit<State, 'tests'> & { tests?: State['tests'] }

/** The counts alone while tests are open: the run has them, and its tests may be many. */
const look = async ({ api, run, remarks = false, whole }: Looking): Promise<Looked> => {
  try {
    const counts = whole ? undefined : await readCounts(api, run)
    return counts && !isOver(counts) ? { run, counts } : await readState(api, run, { remarks })
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    throw new NotFoundError(`there is no test run ${run.identifier ?? run.id}, or not any more`, {
      hint: 'testctl runs list',
      status: error.status,
      cause: error,
    })
  }
}

/** What the run itself says; undefined where only its id is known, or the service does not say. */
const readCounts = async (api: Api, { identifier }: NamedRun): Promise<Counts | undefined> =>
  identifier === undefined ? undefined : (await api.runs.get({ identifier })).testRun.results

/** Waits for some work, but not longer than so many milliseconds: then the service counts as out of reach. */
const within = async <T>(ms: number, work: Promise<T>, stop: AbortSignal): Promise<T> => {
  const timer = new AbortController()
  const late = rest(ms, AbortSignal.any([timer.signal, stop])).then(() => {
    throw new UnavailableError('the service has not answered in time')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
    late.catch(() => undefined)
  }
}

/** Sleeps; a signal ends it at once with its reason. */
const rest = async (ms: number, signal: AbortSignal): Promise<void> => {
  await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}
