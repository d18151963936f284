import { exitCodes } from '../../errors.ts'
import type { Topic } from './topic.ts'

const meanings: Record<keyof typeof exitCodes, string> = {
  done: 'done',
  bug: 'unexpected: a bug in testctl',
  usage: 'usage: a bad flag, argument or input file; or a confirmation is needed',
  notFound: 'not found',
  unauthorized: 'no key, or it was refused',
  rejected: 'rejected by the service, or it answered outside its interface',
  unavailable: 'the service or the network failed',
  partial: 'partly done: some items of a batch failed; which ones is said',
  gate: 'a gate is not met',
  unknown: 'unknown: a create was sent and no answer came',
  interrupted: 'interrupted',
  closed: 'whoever read the output stopped reading',
  terminated: 'terminated',
}

/** What each exit code means, of the enumeration itself. */
export const exitCodesTopic: Topic = {
  intro: 'How testctl ends. Scripts can depend on these numbers; no failure ends with 0.',
  columns: ['code', 'meaning'],
  groups: [
    {
      rows: Object.entries(exitCodes).map(([name, code]) => [code, meanings[name as keyof typeof exitCodes]] as const),
    },
  ],
  notes: [
    'What happened stands on stderr, and below it what to do next. With --json the error is one line of JSON on stderr, with the exit code in it, and stdout stays empty.',
    'A batch of which nothing was done for one reason ends with the code of that reason, not with 7. Where 7 and 8 are both true it is 7: where results are missing there is no verdict. After 9, look whether it was created before you create it again.',
    'testctl exec ends as the command does that it runs, if that fails.',
  ],
  examples: ['testctl help exit-codes --json', 'testctl help exit-codes --csv'],
}
