import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { CaseContent } from '../../../cases/case-content.ts'
import type { DraftSubject, EditorDraft } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { AppliedError, RejectedError, UsageError } from '../../../errors.ts'
import { statusLineOf } from '../../../output/status-line/index.ts'
import { editorOf, editorVariable, waitFlagOf } from '../../../system/editor.ts'
import { quoteWord } from '../../../system/shell-line.ts'
import { canAsk, confirm } from '../../shared/input/prompt.ts'
import { recoverDraft, recoverLine, warnOfUnsentDraft } from './kept-drafts.ts'

/**
 * The case to edit: its identifier and content (undefined for a new case), the name and id that its drafts are kept under, and the
 * command that edits it `again`.
 */
export type Subject = Pick<DraftSubject, 'name' | 'id'> & {
  identifier: string | undefined
  content: CaseContent | undefined
  again: string
}

/**
 * Opens a case in the editor and passes the result to `send`. After a mistake, asks whether to edit again, and shows the mistake in
 * the editor. Keeps the text in a file until it was sent; if it could not be sent, a warning names the file.
 */
export const editText = async (
  context: Context,
  { identifier, name, id, content, again }: Subject,
  { recover, send }: { recover: boolean; send: (edited: CaseContent, draft: EditorDraft) => Promise<void> },
): Promise<void> => {
  const command = chooseEditor(context)
  const files = await context.caseFiles()
  const before = content ?? emptyCase
  const subject = { name, id, service: (await context.settings.find('url'))?.value ?? '' }
  if (!recover) await warnOfUnsentDraft(context, subject, again)
  const draft = recover
    ? await recoverDraft(context, subject, again)
    : await files.beginDraft(context.io, {
        subject,
        text: files.textToEdit(before, identifier),
        before: identifier === undefined ? null : before,
      })
  const first = files.textOfDraft(draft)
  try {
    for (;;) {
      await openEditor(context, draft, { command, mayBeAsItWas: recover, first })
      const text = files.textOfDraft(draft)
      if (text === first && !recover) return await cancel(context, draft, 'Nothing was changed')
      const edited = files.readEdited(text, identifier)
      if ('empty' in edited) return await cancel(context, draft, 'The text is empty: nothing was changed')
      const mistakes = 'mistakes' in edited ? edited.mistakes : await refusalOf(() => send(edited.content, draft))
      if (mistakes.length === 0) return files.dropDraft(draft)
      await askAgain(context, mistakes)
      await writeFile(draft.file, files.withMessage(text, mistakes))
    }
  } catch (error) {
    // The service has made the change; only its answer cannot be read. DECISIONS 292
    if (error instanceof AppliedError) files.dropDraft(draft)
    // If the file is gone, there is no text to keep: remove the data beside it, too.
    if (!existsSync(draft.file)) {
      files.dropDraft(draft)
      throw error
    }
    const printer = await context.printer()
    await printer.warn(`your text is kept in ${draft.file}; go on with: ${recoverLine(context, again)}`)
    throw error
  }
}

const emptyCase: CaseContent = { name: '', preconditions: '', steps: [], customFields: {} }

const cancel = async (context: Context, draft: EditorDraft, sentence: string): Promise<void> => {
  const { dropDraft } = await context.caseFiles()
  dropDraft(draft)
  await (await context.printer()).note(sentence)
}

/** Sends a text, and returns why the service rejected it; empty if it accepted it. Rethrows every other error. */
const refusalOf = async (send: () => Promise<void>): Promise<string[]> => {
  try {
    await send()
    return []
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error
    return [error.message, ...(error.issues ?? []).map(({ path, message }) => `${path}: ${message}`)]
  }
}

const askAgain = async (context: Context, mistakes: readonly string[]): Promise<void> => {
  const said = mistakes.length === 1 ? mistakes[0]! : `${mistakes.length} mistakes: ${mistakes[0]}`
  if (canAsk(context) && (await confirm(context.io, `${said}\nEdit it again?`))) return
  throw new UsageError(`the text was not sent: ${said}`, {
    issues: mistakes.slice(1, 20).map((message) => ({ path: '', message })),
  })
}

/** Returns the editor to open. Throws a UsageError, before any text is kept, if none can run. One that is set may need no terminal. */
const chooseEditor = ({ io, flags }: Context): string[] => {
  const isChosen = Boolean(io.env[editorVariable(io)]?.trim())
  if (isChosen || (io.stdin.isTTY && flags().input !== false)) return editorOf(io)
  const reason = io.stdin.isTTY ? '--no-input opens no editor' : 'there is no terminal for an editor'
  throw new UsageError(reason, { hint: 'name the changes with flags, or set EDITOR' })
}

type Opening = { command: readonly string[]; mayBeAsItWas: boolean; first: string }

const openEditor = async (
  context: Context,
  draft: EditorDraft,
  { command, mayBeAsItWas, first }: Opening,
): Promise<void> => {
  const files = await context.caseFiles()
  const { io } = context
  const before = files.textOfDraft(draft)
  const start = performance.now()
  const { runChild } = await context.child()
  const release = statusLineOf(io).hold()
  const end = await runChild([...command, draft.file], io).finally(release)
  io.stop.throwIfAborted()
  const name = command.join(' ')
  const variable = editorVariable(io)
  // If the user wrote nothing, there is no text to keep.
  if ((end.never !== undefined || end.exitCode !== 0) && !mayBeAsItWas && files.textOfDraft(draft) === first)
    files.dropDraft(draft)
  if (end.never !== undefined)
    throw new UsageError(`cannot start the editor ${name}: ${end.never}`, {
      hint:
        command.length > 1 && existsSync(name)
          ? `a path with a blank is quoted in it: ${variable}=${quoteWord(quoteWord(name))}`
          : `set ${variable} to one that is installed, such as ${variable}=${command[0] === 'vi' ? 'nano' : 'vi'}`,
    })
  if (end.exitCode !== 0)
    throw new UsageError(`the editor ${name} ended with ${end.exitCode}; nothing was sent`, {
      hint: `is ${variable} set as you want it?`,
    })
  if (mayBeAsItWas || files.textOfDraft(draft) !== before) return
  const flag = waitFlagOf(command)
  if (flag !== undefined)
    throw new UsageError(`the editor ${name} did not wait until the file was closed`, {
      hint: `set ${variable}=${quoteWord([...command, flag].map(quoteWord).join(' '))}`,
    })
  if (performance.now() - start < atOnceMs)
    throw new UsageError(`the editor ${name} returned at once, and nothing was changed`, {
      hint: 'if it has a window of its own, tell it to wait, as with code --wait',
    })
}

// A person needs longer to read a text.
const atOnceMs = 500
