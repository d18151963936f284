import type { EditedNote } from '../edit-note.ts'
import { comment } from './deciding.ts'
import { type KeptNote, type Session, shownTest, type Turn } from './state.ts'
import { act, change, say } from './turn.ts'

/** The outcome of editing a note in the editor. */
export type EditorNews = { type: 'edited' } & EditedNote

/** Returns the text that the editor begins with: the notes on a test that the service refused. */
export const draftOf = ({ notes }: Session, test: string): string =>
  refusedOn(notes, test)
    .map(({ text }) => text)
    .join('\n\n')

/** Turns the text from the editor into a comment, which replaces the refused notes that were opened there again. */
export const onEdited = (turn: Turn, edited: EditorNews): Turn => {
  const test = shownTest(turn.state)?.id ?? ''
  const { notes, refused } = turn.state
  if ('problem' in edited) {
    const { problem, file } = edited
    return say(turn, `No note was made: ${problem}.${file === undefined ? '' : ' Its text is kept.'}`, {
      tone: 'error',
    })
  }
  const { text, file } = edited
  if (text === '') return act(comment(turn, text), { do: 'forget', files: [file] })
  const old = refusedOn(notes, test)
  const files = old.flatMap((note) => note.file ?? [])
  const sent = change(comment(turn, text), {
    notes: notes.filter((note) => !old.includes(note)),
    refused: refused.filter((one) => one.test !== test || !one.isNote),
  })
  return act(sent, { do: 'forget', files: [file, ...files] })
}

const refusedOn = (notes: readonly KeptNote[], test: string): KeptNote[] => notes.filter((note) => note.test === test)
