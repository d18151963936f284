import type { Command } from 'commander'
import { resolve } from 'node:path'
import { isFileAddress } from '../../config/address.ts'
import type { Context } from '../../composition/context.ts'
import { UsageError } from '../../errors.ts'
import type { Undone } from '../../submission/index.ts'
import { inTightHeap } from '../../system/heap.ts'
import { counted } from '../../output/text/count.ts'
import { verb } from '../shared/verbs/index.ts'

/** Adds `runs undo`: puts back what a submission changed. */
export const defineUndo = (group: Command, context: Context): void => {
  verb(group, 'undo <journal>', {
    summary: 'Put back what a submission changed, where nobody has touched it since',
    changes: 'writes',
    examples: ['testctl runs undo submission.ndjson', 'testctl runs undo submission.ndjson --dry-run'],
  })
    .addHelpText('after', () => explanation)
    .action(async (typed: string) => {
      const { io, settings } = context
      const { journalFile, openJournal, replayJournal } = await context.journals()
      const story = await replayJournal(resolve(io.cwd, journalFile(io, typed)))
      const service = (await settings.find('url'))?.value ?? ''
      if (story.begin.service !== service)
        throw new UsageError(`that submission was to ${story.begin.service}`, {
          hint: 'set TESTCTL_URL to that service',
        })
      const { undo } = await context.submission()
      const printer = await context.printer()
      const { undone, error } = await undo(
        {
          api: await context.api(),
          stop: io.stop,
          progress: context.progress,
          atOnce: isFileAddress(service) ? 256 : undefined,
        },
        story,
      )
      if (!context.flags().dryRun) {
        const journal = await openJournal(story.file)
        await journal.note({ did: 'undone' }).finally(journal.close)
      }
      await inTightHeap(() => printer.answer(undone, printer.format === 'quiet' ? restoredOf(undone) : linesOf(undone)))
      if (error) throw error
    })
}

const explanation = `
runs submit --json tells the journal of a submission; runs submit --journal FILE
says where to keep it. Results go back to what they were, and the comments that
it wrote go away. A test that somebody changed since is left alone and named.
Cases, tests and the run that were created stay: delete them if they must go.`

const restoredOf = ({ restored }: Undone): string[] => restored.map(({ test }) => test)

const linesOf = ({ run, restored, unchanged, touched, gone, comments, failures, created }: Undone): string[] => [
  `${run.identifier ?? run.id} ${run.name}`,
  `  put back   ${counted(restored.length, 'result')}`,
  ...(unchanged > 0 ? [`  unchanged  ${unchanged}`] : []),
  ...(comments.removed > 0 ? [`  comments   ${comments.removed} taken away, ${comments.restored} put back`] : []),
  ...named('touched', touched, ({ holds }) => `somebody set it since: it holds ${holds}`),
  ...named('gone', gone, () => 'not in the run any more'),
  ...named('not done', failures, ({ reason }) => reason),
  ...(run.created
    ? [`  the run was created by this submission, and stays: testctl runs delete ${run.identifier ?? run.id}`]
    : []),
  ...(created.cases.length > 0 ? [`  so do the cases that it created: ${firstOf(created.cases)}`] : []),
]

const firstOf = (identifiers: readonly string[]): string =>
  identifiers.length > most
    ? `${identifiers.slice(0, most).join(', ')} and ${identifiers.length - most} more; --json names them all`
    : identifiers.join(', ')

const most = 20

const named = <One extends { test: string; name: string }>(
  label: string,
  all: readonly One[],
  say: (one: One) => string,
): string[] =>
  all.length === 0
    ? []
    : [`  ${label.padEnd(9)}  ${all.length}`, ...all.map((one) => `    ${one.test} ${one.name}: ${say(one)}`)]
