import { stripVTControlCharacters } from 'node:util'
import type { Message, Outcome } from '../../reports/outcome.ts'
import type { Mask } from '../mask-secrets.ts'
import { caseNameOf, namesOf } from '../match/names.ts'
import type { Planned } from '../plan/index.ts'
import type { Policy } from '../plan/policy.ts'
import { marker } from '../../runs/comment-marker.ts'
import { sourceName } from '../../system/files/text.ts'

/** Whether a test gets a comment: one that failed or was flaky, or with `all` every test that has a result. */
export const wantsComment = (outcomes: readonly Outcome[], { comments }: Policy): boolean =>
  comments === 'all' || (comments === 'failed' && outcomes.some(({ result, flaky }) => result === 'failed' || flaky))

/**
 * Builds the comment on a test: each of its results with the first lines of its failure, with no escape sequences
 * or secrets. Equal results give an equal text. At most `limit` characters, the marker included: of a longer text
 * the first messages stay, and the heads of all results, failures first. DECISIONS 37, 564
 */
export const commentOn = (
  { outcomes }: Pick<Planned, 'outcomes'>,
  { mask, limit, root }: { mask: Mask; limit: number; root?: string | undefined },
): string => {
  // Each by itself: a key whose end is missing is masked up to the end of the text, and a result after it must stay.
  const safe = (text: string): string => mask(clean(fromRoot(text, root)))
  const partsOf = (outcome: Outcome): Parts => ({
    head: safe(headOf(outcome, root)),
    message: safe(['', ...outcome.messages.map(excerpt).filter(Boolean)].join('\n')),
  })
  const text = outcomes.map(partsOf).map(joined).join('\n\n')
  const room = limit - marker.length - 2
  if (text.length <= room) return `${text}\n\n${marker}`
  // The cut comes last: a secret that it splits would not be recognised.
  const parts = outcomes.toSorted((one, other) => urgencyOf(one) - urgencyOf(other)).map(partsOf)
  return `${cut(cutMessages(parts, room), room)}\n\n${marker}`
}

/** A result in a comment: its name and place, and the rest, which is empty or begins with a line break. A name may have line breaks, too. */
type Parts = { head: string; message: string }

const joined = ({ head, message }: Parts): string => head + message

const urgencyOf = ({ result, flaky }: Outcome): number => (result === 'failed' ? 0 : flaky ? 1 : 2)

/** Joins results, and leaves out of their messages what has no room. Says so if there is room for that. */
const cutMessages = (parts: readonly Parts[], room: number): string => {
  let spare = room - parts.map(({ head }) => head).join('\n\n').length - rest.length
  let notice = spare >= 0 ? rest : ''
  return parts
    .map(({ head, message }) => {
      if (message.length <= spare) {
        spare -= message.length
        return head + message
      }
      const kept = message.slice(0, Math.max(0, spare)).toWellFormed() + notice
      spare = 0
      notice = ''
      return head + kept
    })
    .join('\n\n')
}

/** Cuts a text that is too long, and says so. */
const cut = (text: string, room: number): string =>
  text.length <= room ? text : `${text.slice(0, Math.max(0, room - rest.length)).toWellFormed()}${rest}`

const rest = '\n… (cut)'

/** Returns the test whose failure a comment describes, if it has none of this result's names; otherwise undefined. DECISIONS 276 */
export const otherTestOf = (content: string, outcome: Outcome, mask: Mask): string | undefined =>
  namesOf(outcome).some((name) => content.startsWith(`${mask(clean(name))} — `))
    ? undefined
    : /^([^]*?) — (?:failed|flaky)/.exec(content)?.[1]

/**
 * Returns a file of a failure that a comment describes under a name of this result, if none of `ran` is from it: the results that
 * the test has now, of which this is one. Undefined if each may be one of their files, or if its own is not known. DECISIONS 315, 554
 */
export const otherFileOf = (
  content: string,
  outcome: Outcome,
  { ran, mask, root }: { ran: readonly Outcome[]; mask: Mask; root?: string | undefined },
): string | undefined => {
  if (outcome.file === undefined) return undefined
  const heads = new Set(namesOf(outcome).map((name) => `\n\n${mask(clean(name))} — `))
  // Not line by line: a name may have line breaks, and a message may quote a head.
  const found = [...heads].flatMap((head) =>
    `\n\n${content}`.split(head).flatMap((text, at) => {
      const [, ended, file] = (at > 0 && /^(failed|flaky)[^(\n]* \((.*); [^;\n]*\)(?:\n|$)/.exec(text)) || []
      return file === undefined ? [] : { file, isFlaky: ended === 'flaky' }
    }),
  )
  // Beside a failure, a flaky result of another file did not set the test to failed.
  const failures = found.some(({ isFlaky }) => !isFlaky) ? found.filter(({ isFlaky }) => !isFlaky) : found
  const own = ran.flatMap(({ file }) => (file === undefined ? [] : mask(clean(fromRoot(file, root)))))
  return failures.find(({ file }) => !own.some((one) => isSameFile(file, one)))?.file
}

/** Whether two paths may mean the same file: they may start at different folders, and absolute ones may be from different machines. */
const isSameFile = (...paths: readonly [string, string]): boolean => {
  const [one, other] = paths.map((path) => path.replaceAll('\\', '/')) as [string, string]
  if (one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)) return true
  const isAbsolute = (path: string): boolean => /^([a-z]:)?\//i.test(path)
  return isAbsolute(one) && isAbsolute(other) && one.split('/').at(-1) === other.split('/').at(-1)
}

/** Makes the paths inside the repository relative to its root: the folder on this machine means nothing to readers. DECISIONS 189 */
const fromRoot = (text: string, root: string | undefined): string =>
  root === undefined || root.length < 2 ? text : text.replaceAll(`${root}/`, '').replaceAll(`${root}\\`, '')

/** Returns the path of a report relative to the root of the repository, or only its file name if it is elsewhere. */
const placeOf = (path: string, root: string | undefined): string => {
  const place = fromRoot(path, root)
  return /^([a-z]:)?[\\/]/i.test(place) ? (place.split(/[\\/]/).at(-1) ?? place) : place
}

/** Returns the name of a result, how it ended, and where. */
const headOf = (outcome: Outcome, root: string | undefined): string => {
  const { result, error, flaky, line } = outcome
  const report = placeOf(outcome.report, root)
  const file = outcome.file === undefined ? undefined : fromRoot(outcome.file, root)
  const ended = flaky ? 'flaky: failed first, then passed' : error ? 'failed with an error' : result
  // A report from stdin cannot be looked up, but after a file it is named: only what another place follows is a file. DECISIONS 563
  const fromStdin = file === undefined ? undefined : sourceName(report)
  const inReport = report === '-' ? fromStdin : line === undefined ? report : `${report}:${line}`
  const places = [file, inReport].filter(Boolean)
  return `${caseNameOf(outcome)} — ${ended}${places.length > 0 ? ` (${places.join('; ')})` : ''}`
}

/** Returns the message, and the first lines of the text if they add something. */
const excerpt = ({ message = '', type = '', text }: Message): string => {
  const title = message || type
  const rest = text.startsWith(title) ? text : [title, text].filter(Boolean).join('\n')
  const lines = rest.split('\n')
  return lines.length > mostLines
    ? [...lines.slice(0, mostLines), `… (${lines.length - mostLines} more lines)`].join('\n')
    : rest
}

const mostLines = 30

// Keeps no control characters except tabs and newlines. Replaces lone surrogates, which cannot be sent.
const clean = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .toWellFormed()
