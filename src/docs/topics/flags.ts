import { globalFlagRows } from '../../cli/flags.ts'
import type { Topic } from './topic.ts'

/** The topic of the flags that every command takes, made from the definitions of the commands. */
export const flagsTopic: Topic = {
  intro:
    'Every command takes these flags, anywhere in the line. If a command has its own flag of the same name, that flag is used (projects create --color).',
  columns: ['flag', 'meaning'],
  groups: [{ rows: globalFlagRows() }],
  notes: [
    'Commands that change data in the service also take --dry-run, which shows the requests, or a plan, and sends nothing. The exception is runs execute, which is interactive. Commands that delete something take --yes, which skips the confirmation; projects delete takes --confirm PROJ.',
    'More about output formats: testctl help output. Environment variables: testctl help environment.',
  ],
  examples: [
    'testctl --json cases list -p WEB',
    'testctl cases list --json -p WEB',
    'testctl tests set WEB-T12 passed --quiet',
  ],
}
