import { exitCodes } from '../../errors.ts'
import type { Topic } from './topic.ts'

const meanings: Record<keyof typeof exitCodes, string> = {
  done: 'done',
  bug: 'unexpected error: a bug in testctl',
  usage: 'usage: a bad flag, argument or input file; or a confirmation is missing',
  notFound: 'not found',
  unauthorized: 'no key, or it was refused',
  rejected: 'rejected by the service, or it answered outside its interface',
  unavailable: 'the service or the network failed',
  partial: 'partly done: some items failed, and are listed; or a change was made but its answer could not be printed',
  gate: 'a gate is not met',
  unknown: 'unknown: a change that must not be made twice was sent, but no answer came',
  hungUp: 'hung up: the terminal was closed',
  interrupted: 'interrupted',
  closed: 'the reader of the output closed it early',
  terminated: 'terminated',
}

/** The topic of the exit codes, made from the enumeration itself. */
export const exitCodesTopic: Topic = {
  intro: 'Exit codes of testctl. Scripts can rely on them; a failure never ends with 0.',
  columns: ['code', 'meaning'],
  groups: [
    {
      rows: Object.entries(exitCodes).map(([name, code]) => [code, meanings[name as keyof typeof exitCodes]] as const),
    },
  ],
  notes: [
    'The error is on stderr, with the next step below it. With --json it is one line of JSON that includes the exit code, and it is the last line of stderr; stdout has the answer, if there is one.',
    'If all items fail for the same reason, the code is that of the reason, not 7. If 7 and 8 both apply, it is 7: a gate needs all results. After 9, check whether the change was made before you run the command again.',
    'If the command that testctl exec runs fails, exec ends with its code.',
  ],
  examples: ['testctl help exit-codes --json', 'testctl help exit-codes --csv'],
}
