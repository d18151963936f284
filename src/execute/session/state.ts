import type { ResultName } from '../../contract/vocabulary.ts'
import type { NamedRun } from '../../runs/line-parts.ts'
import type { Op, Theirs } from '../outbox/op.ts'
import type { TextInput } from '../keys/text-input.ts'

/** A test of the run, as the tester sees it. */
export type Item = {
  id: string
  identifier: string
  displayId: number
  name: string
  preconditions: string
  steps: readonly { action: string; expectation: string }[]
  result: ResultName
  /** Empty if unassigned. */
  assignedTo: string
  updatedBy: string
  /** It was deleted meanwhile. */
  isGone?: boolean
}

/** A result that the tester set, and the note on it. */
export type SetByHand = { test: string; from: ResultName; to: ResultName; note: string }

/** A result that `u` takes back, with the numbers of its operation and of its comment. */
export type Decision = SetByHand & { n: number; comment: number | undefined }

/** An assignment by the tester, which `u` takes back, too. */
export type Assignment = { n: number; test: string; from: string; to: string }

/** A decision that was not stored, because another person had changed the test. */
export type Conflict = { op: Op & { do: 'decide' }; theirs: Theirs }

/** A note that the service refused, for the editor, and the file that keeps it. */
export type KeptNote = { test: string; file: string | undefined; text: string }

/** The part that keys apply to: the test that is shown, a line that is typed, or a page over the test. */
export type Mode =
  | { at: 'test' }
  | { at: 'end' }
  /** `usual` is the default that Enter takes if nothing is typed. */
  | { at: 'input'; ask: PromptName; input: TextInput; usual?: string | undefined }
  | { at: 'list' | 'help'; from: number }
  | { at: 'conflict'; quits: boolean }
  | { at: 'over' }
export type PromptName = 'fail' | 'note' | 'assign' | 'goto' | 'search'

/** The whole state of a session. Its view is rendered from this and from the size of the terminal. */
export type Session = {
  run: NamedRun
  /** The run was deleted meanwhile, and all its tests with it. */
  isRunGone: boolean
  me: string | undefined
  /** Opening an unassigned test assigns it to the tester. */
  claims: boolean
  items: ReadonlyMap<string, Item>
  /** The tests to go through, by id. */
  list: readonly string[]
  /** The person whose tests were chosen, if any. */
  assignedTo: string | undefined
  /** The results with which a test waits for another one. */
  wanted: readonly ResultName[]
  /** The test that is shown. */
  at: string | undefined
  /** The test that was set to inProgress because it is shown, and its result before. */
  open: { test: string; before: ResultName } | undefined
  mode: Mode
  /** The steps that are ticked, by test; kept on this machine. */
  ticks: ReadonlyMap<string, readonly number[]>
  /** The step that space ticks. */
  step: number
  /** The first visible line, if the tester scrolled; otherwise the current step is in sight. */
  scroll: number | undefined
  /** Tests that were shown before, the latest last. */
  trail: readonly string[]
  /** The results that the tester set, the latest last. */
  decisions: readonly Decision[]
  assignments: readonly Assignment[]
  /** The numbers of the notes that became comments without a result. */
  comments: readonly number[]
  /** Results of an earlier session that were kept, and are sent now; `u` does not take them back. */
  kept: readonly SetByHand[]
  conflicts: readonly Conflict[]
  /** How many changes are not sent, and why, if that takes long. */
  waiting: number
  trouble: string | undefined
  /** The changes that the service refused, for the end of the session. */
  refused: readonly { test: string; message: string; isNote: boolean }[]
  searched: string
  /** Notes that the service refused, the latest last. */
  notes: readonly KeptNote[]
  notice: string
  /** The number of the next operation. */
  next: number
}

/** A message to show at once; a `record` also stays above the board. */
export type Saying = { text: string; tone?: 'passed' | 'failed' | 'error' | undefined; record?: boolean }

/** A side effect, which the session loop performs. */
export type Effect =
  | { do: 'send'; op: Op }
  | { do: 'tick'; test: string; steps: readonly number[] }
  /** Drops a decision that was not stored from the journal: its conflict is settled. */
  | { do: 'drop'; n: number }
  | { do: 'edit'; draft: string }
  /** Removes files of notes, once the journal has the comments made of them. */
  | { do: 'forget'; files: readonly string[] }
  | { do: 'suspend' }
  | { do: 'redraw' }
  | { do: 'quit'; by: 'key' | 'interrupt' }

/** A session after an event, its side effects, and its messages. */
export type Turn = { state: Session; effects: readonly Effect[]; sayings: readonly Saying[] }

/** Whether a test still waits for a result. */
export const isOpen = ({ result, isGone }: Item): boolean =>
  !isGone && (result === 'untested' || result === 'inProgress')

/** Names a test in a sentence. */
export const callOf = (item: Item | undefined): string => (item ? `${item.identifier} ${item.name}` : 'the test')

/** Returns the test that is shown. */
export const shownTest = ({ items, at }: Session): Item | undefined => (at === undefined ? undefined : items.get(at))
