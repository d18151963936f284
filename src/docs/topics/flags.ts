import { globalFlagRows } from '../../cli/flags.ts'
import type { Topic } from './topic.ts'

/** The flags that every command takes, as the commands themselves have them. */
export const flagsTopic: Topic = {
  intro:
    'Every command takes these flags, in any place of its line. A flag of a command by the same name goes first (projects create --color).',
  columns: ['flag', 'meaning'],
  groups: [{ rows: globalFlagRows() }],
  notes: [
    'Commands that change something also take --dry-run, which prints the requests that would be sent and sends none; those that delete take --yes, which answers the question beforehand.',
    'testctl help output tells more of the forms of an answer, testctl help environment of the variables.',
  ],
  examples: [
    'testctl --json cases list -p WEB',
    'testctl cases list --json -p WEB',
    'testctl tests set WEB-T12 passed --quiet',
  ],
}
