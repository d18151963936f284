import type { Command } from 'commander'
import type { Context } from '../composition/context.ts'
import type { NumberedNoun } from '../contract/vocabulary.ts'
import { InterfaceError, withLookup, NotFoundError, UsageError } from '../errors.ts'
import { parseIdentifier, parseShortIdentifier } from '../contract/identifiers.ts'
import { readIds, readText } from './shared/input/text.ts'
import type { Line } from '../output/cells/line.ts'
import type { Resource } from '../output/cells/row.ts'
import { counted } from '../output/text/count.ts'
import { safe } from '../output/text/escape.ts'
import { formatAgo, readTime } from '../output/text/time.ts'
import { quoteWord } from '../system/shell-line.ts'
import { checkKinds, requireOne, getByIdentifier, refer } from './shared/input/references.ts'
import { suggestId } from './shared/input/mistyped-identifier.ts'
import { confirmDeletion } from './shared/verbs/confirm.ts'
import { changeMany } from './shared/verbs/many.ts'
import { subjectName } from './shared/verbs/get.ts'
import { verb } from './shared/verbs/index.ts'

/** Adds the verbs of `comments`, on cases and tests. */
export const defineComments = (group: Command, context: Context): void => {
  verb(group, 'list <case-or-test>', {
    summary: 'List the comments on a case or a test',
    aliases: ['ls'],
    examples: ['testctl comments list WEB-T1', 'testctl comments list WEB-C1 --json'],
  }).action(async (typed: string) => {
    const noun = nounOf(typed)
    const reference = noun && (await refer(context, noun, typed))
    if (!noun || reference?.identifier === undefined)
      throw new UsageError('the interface reads comments through an identifier only', {
        hint: subjectMeant(typed),
      })
    const row = await getByIdentifier(context, noun, reference.identifier, ['comments'])
    if (!Array.isArray(row['comments']))
      throw new InterfaceError(`the service did not return the comments of ${reference.identifier}`, {
        hint: 'tell the operator of the service; -v shows the requests',
      })
    const comments = row['comments'] as Resource[]
    const printer = await context.printer()
    if (printer.format !== 'table' || context.flags().columns !== undefined) return printer.list('comments', comments)
    if (comments.length === 0) return printer.note('no comments')
    await printer.answer(comments, wholeComments(comments, context.io.now()))
  })

  verb(group, 'create <case-or-test>', {
    summary: 'Comment on a case or a test',
    aliases: ['add', 'new'],
    changes: 'writes',
    examples: [
      "testctl comments create WEB-T12 --content 'Fails since the last deploy'",
      'testctl comments create WEB-T12 --content-file failure.txt',
    ],
  })
    .option('--content <text>', 'text of the comment; - for stdin')
    .option('--content-file <file>', 'text of the comment from a file; - for stdin')
    .action(async (typed: string, flags: { content?: string; contentFile?: string }) => {
      const { content: text, contentFile: file } = flags
      const content = await readText(context.io, { flag: '--content', typed: text, file })
      if (content === undefined)
        throw new UsageError('the comment has no content', {
          hint: `testctl comments create ${quoteWord(typed)} --content 'Why'`,
        })
      if (content.trim() === '')
        throw new UsageError('the comment is empty', { hint: "--content 'Text', or --content-file FILE" })
      const noun = nounOf(typed)
      const { id: resourceId, row } = await requireOne(context, noun ?? likelyNoun(typed), typed)
      const api = await context.api()
      const { comment } = await api.comments.create({ resourceId, content }).catch((error: unknown) => {
        // A raw id does not show whether it is the id of a case or of a test.
        if (noun === undefined && error instanceof NotFoundError)
          throw new NotFoundError(error.message, { ...error.details, hint: subjectMeant(typed) })
        throw withLookup(error, noun && `testctl comments list ${typed}`)
      })
      await (
        await context.printer()
      ).changed(
        'comments',
        comment,
        row ? `Commented on ${subjectName(noun ?? 'tests', row)}` : `Commented on ${typed}`,
      )
    })

  verb(group, 'delete <id...>', {
    summary: 'Delete a comment, or several, by their ids',
    aliases: ['rm'],
    changes: 'deletes',
    examples: [
      'testctl comments delete 7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11 --yes',
      'testctl comments list WEB-T12 -q | testctl comments delete - --yes',
    ],
  }).action(async (typed: string[]) => {
    const ids = [...new Set(await readIds(context.io, 'comments', typed))]
    checkKinds('comments', ids)
    const single = typed.length === 1 && typed[0] !== '-'
    const what = single ? `the comment ${ids[0]}` : counted(ids.length, 'comment')
    if (ids.length > 0) await confirmDeletion(context, what, { several: ids.length > 1 })
    const api = await context.api()
    await changeMany(context, 'comments', {
      named: ids.map((id) => ({ typed: id, id })),
      single,
      verbed: 'deleted',
      change: async ({ id }) => ({ id, ...(await api.comments.delete({ commentId: id })) }),
      sentence: (rows) => `Deleted ${single ? what : counted(rows.length, 'comment')}`,
    })
  })
}

/** Formats each comment in full, below a line with its author, its age and its id (for `comments delete`). */
const wholeComments = (comments: readonly Resource[], now: Date): Line[] =>
  comments.flatMap(({ id, createdBy, createdAt, content }, at): Line[] => {
    const date = readTime(createdAt)
    const when = date ? formatAgo(date, now) : String(createdAt ?? '')
    return [
      ...(at > 0 ? [''] : []),
      [
        { text: safe([createdBy, when].filter(Boolean).join(', ')), tone: 'heading' },
        { text: safe(`  ${String(id)}`), tone: 'faint' },
      ],
      ...String(content ?? '')
        .trimEnd()
        .split(/\r?\n/)
        .map((line) => `  ${line}`),
    ]
  })

/** Returns the kind of an identifier, `cases` or `tests`; undefined for a raw id. Throws a UsageError for any other kind. */
const nounOf = (typed: string): NumberedNoun | undefined => {
  const noun = (parseIdentifier(typed) ?? parseShortIdentifier(typed))?.noun
  if (noun === undefined || noun === 'cases' || noun === 'tests') return noun
  throw new UsageError(`${typed} cannot be commented on`, { hint: 'comments are on cases and tests: WEB-C1, WEB-T1' })
}

/** Returns a hint for a word that is not an identifier: which case or test was probably meant. */
const subjectMeant = (typed: string): string => {
  if (/^[0-9]{1,9}$/.test(typed)) return `did you mean C${typed} or T${typed}?`
  return suggestId(likelyNoun(typed), typed) ?? 'give the case or the test as WEB-C1 or WEB-T1'
}

/** Guesses the kind of a word that is not an identifier from its letter: `C_1`, `WEB_C1` and `c1..c2` are cases. */
const likelyNoun = (typed: string): NumberedNoun => (/(^|[-_.:/])c[^a-z]/i.test(typed) ? 'cases' : 'tests')
