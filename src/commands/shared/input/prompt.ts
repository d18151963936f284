import { StringDecoder } from 'node:string_decoder'
import type { Context } from '../../../composition/context.ts'
import { InterruptedError, TestctlError, UsageError } from '../../../errors.ts'
import { formatProblem } from '../../../output/error-message.ts'
import type { InputStream, Io } from '../../../system/io.ts'
import { statusLineOf } from '../../../output/status-line/index.ts'
import { isCi } from '../../../system/ci.ts'
import { listenToJobControl, onContinued } from '../../../system/signals/job-control.ts'

/** Whether a question can be asked: at a terminal, not in CI, and not with `--no-input`. */
export const canAsk = ({ io, flags }: Pick<Context, 'io' | 'flags'>): boolean =>
  Boolean(io.stdin.isTTY && io.stderr.isTTY) && flags().input !== false && !isCi(io.env['CI'])

/** Asks for a line of text, which is trimmed. Writes the question to stderr as it is. DECISIONS 219 */
export const ask = async (io: Io, question: string): Promise<string> => answered(await askLine(io, question)).trim()

/** Asks a question whose answer is yes or no; anything but a yes is a no. */
export const confirm = async (io: Io, question: string): Promise<boolean> => {
  const answer = await askLine(io, `${question} [y/N] `)
  return /^\s*y(es)?\s*$/i.test(answer ?? '')
}

/** Asks for a secret in raw mode, so that it is not shown. Restores the terminal in any case. */
export const askHidden = async (io: Io, question: string): Promise<string> => {
  const release = statusLineOf(io).hold()
  const begin = () => {
    // Raw mode before the question: a key that is pasted as soon as the question appears must not be shown.
    io.stdin.setRawMode?.(true)
    io.stderr.write(question)
  }
  const { suspend, close } = listenToJobControl({ before: () => io.stdin.setRawMode?.(false), after: begin })
  begin()
  try {
    return answered(await readLine(io, io.platform === 'win32' ? undefined : suspend))
  } finally {
    close()
    io.stdin.setRawMode?.(false)
    io.stderr.write('\n')
    release()
  }
}

/**
 * Asks up to three times, until an answer is valid, and explains each wrong one. Discards text that was pasted after the last
 * answer, so that the shell does not run it.
 */
export const askUntil = async <T>(context: Context, attempt: () => Promise<T>): Promise<T> => {
  const { io } = context
  for (let left = 2; ; left--)
    try {
      return await attempt()
    } catch (error) {
      if (!isAnswered(error) || io.stop.aborted || left === 0) {
        await discardInput(io)
        throw error
      }
      const sight = { palette: await context.errorPalette(), columns: io.stderr.columns || undefined }
      const text = formatProblem(error, sight)
      statusLineOf(io).hide(text)
      io.stderr.write(text)
    }
}

/** Whether the user gave an answer, so that it makes sense to ask again. */
const isAnswered = (error: unknown): boolean =>
  error instanceof TestctlError && !(error instanceof InterruptedError) && !(error instanceof NoAnswerError)

/** The input ended without an answer. */
class NoAnswerError extends UsageError {}

/** Reads and discards the input that waits in the terminal, without an echo. */
const discardInput = async (io: Io): Promise<void> => {
  if (!io.stdin.isTTY || io.stdin.readableEnded) return
  const ignore = () => undefined
  io.stdin.setRawMode?.(true)
  io.stdin.on('data', ignore).resume()
  await new Promise((resolve) => setTimeout(resolve, 50))
  io.stdin.off('data', ignore).pause()
  io.stdin.setRawMode?.(false)
}

const askLine = async (io: Io, question: string): Promise<string | undefined> => {
  const release = statusLineOf(io).hold()
  const show = () => io.stderr.write(question)
  const hearNoMore = onContinued(show)
  show()
  try {
    const answer = await readLine(io)
    if (answer === undefined) io.stderr.write('\n')
    return answer
  } catch (error) {
    // The next message must not follow the question, or ^C, on the same line.
    io.stderr.write('\n')
    throw error
  } finally {
    hearNoMore()
    release()
  }
}

const answered = (answer: string | undefined): string => {
  if (answer === undefined) throw new NoAnswerError('nothing was answered')
  return answer
}

const keys = {
  enter: '\r\n',
  interrupt: '\u0003',
  end: '\u0004',
  suspend: '\u001a',
  erase: '\b\u007f',
  eraseAll: '\u0015\u0017',
}

const escape = '\u001b'

/**
 * Reads a line up to Enter; undefined if the input ends before. Leaves unread what follows. In raw mode the terminal passes on every
 * key, so control keys are handled here. Ctrl-Z discards what was typed, as a terminal does outside raw mode. DECISIONS 463
 */
const readLine = ({ stdin, stop }: Pick<Io, 'stdin' | 'stop'>, suspend?: () => void): Promise<string | undefined> => {
  const decoder = new StringDecoder('utf8')
  let line: string[] = []
  let begun = ''
  return listen({ stdin, stop }, (chunk, finish) => {
    const text = begun + (typeof chunk === 'string' ? chunk : decoder.write(chunk))
    begun = beginning.exec(text)?.[0] ?? ''
    const characters = [...text.slice(0, text.length - begun.length).replace(sequences, '')]
    for (const [index, character] of characters.entries()) {
      if (keys.enter.includes(character)) {
        const rest = characters.slice(index + 1).join('')
        return finish(line.join(''), rest.replace(/^\n/, ''))
      }
      if (character === keys.interrupt) throw new InterruptedError('interrupted')
      if (character === keys.suspend && suspend) {
        line = []
        suspend()
      }
      if (character === keys.end && line.length === 0) return finish(undefined, '')
      if (keys.erase.includes(character)) line.pop()
      else if (keys.eraseAll.includes(character)) line = []
      else if (!control.test(character)) line.push(character)
    }
  })
}

// Control characters are not part of the text.
const control = /[\0-\u0008\u000a-\u001f]/

// Escape sequences: arrow keys, and the marks around pasted text. One may arrive in two chunks.
const sequences = new RegExp(`${escape}(\\[[0-9;?]*[@-~]|O.)?`, 'g')
const beginning = new RegExp(`${escape}(\\[[0-9;?]*|O)?$`)

type Finish = (line: string | undefined, rest: string) => void

const listen = (
  { stdin, stop }: { stdin: InputStream; stop: AbortSignal },
  take: (chunk: Buffer | string, finish: Finish) => void,
): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const cleanUp = () => {
      stdin.off('data', onData).off('end', onEnd).off('error', onError).pause()
      stop.removeEventListener('abort', onStop)
    }
    const onData = (chunk: Buffer | string) => {
      try {
        take(chunk, (line, rest) => {
          cleanUp()
          if (rest) stdin.unshift(rest)
          resolve(line)
        })
      } catch (error) {
        onError(error)
      }
    }
    const onEnd = () => {
      cleanUp()
      resolve(undefined)
    }
    const onError = (error: unknown) => {
      cleanUp()
      reject(error)
    }
    const onStop = () => onError(stop.reason)
    if (stop.aborted) return onStop()
    if (stdin.readableEnded) return onEnd()
    stop.addEventListener('abort', onStop)
    stdin.on('data', onData).on('end', onEnd).on('error', onError)
    stdin.resume()
  })
