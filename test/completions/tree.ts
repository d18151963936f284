import { PassThrough } from 'node:stream'
import type { Command } from 'commander'
import { type Candidate, formatAnswer, type Identifiers, noCandidates } from '../../src/completions/candidates.ts'
import { type Branch, drawTree } from '../../src/completions/command-tree.ts'
import { complete } from '../../src/completions/answer.ts'
import type { Context } from '../../src/composition/context.ts'
import { createProgram, createWholeProgram } from '../../src/program.ts'

// No command of the tree is run here, so the rest of the context is missing.
const context = {
  io: { argv: [], stdout: new PassThrough(), env: {} },
  flags: () => ({}),
  operations: () => import('../../src/wire/calls-by-name.ts'),
} as unknown as Context

/** The whole command tree of testctl. */
export const root: Command = createProgram(context, { whole: true })

/** The same tree as completion sees it, with the operations below `api`. */
export const whole: Command = await createWholeProgram(context)
export const tree: Branch = drawTree(whole)

/** Returns a `Know` that knows only these identifiers. */
export const know = (identifiers: Identifiers) => () => ({ ...noCandidates({}), identifiers })

/** Returns the words that Tab offers at the end of a line: `testctl tests s` → `set`. Files after a prefix are `:files @`. */
export const offered = async (line: string, identifiers: Identifiers = () => []): Promise<string[]> => {
  const { candidates, files } = await complete(tree, line.split(' ').slice(1), know(identifiers))
  const words = candidates.map(({ value }) => value)
  return files === undefined ? words : [...words, `:files ${files}`.trim()]
}

/** Returns what `testctl __complete` would print at the end of a line. */
export const answered = async (line: string, identifiers: Identifiers = () => []): Promise<string> =>
  formatAnswer(await complete(tree, line.split(' ').slice(1), know(identifiers)))

const attack = '$(touch pwned)'

/** Identifiers and names that are meant to do harm in the shell or on the terminal of a user who presses Tab. */
export const hostile: readonly Candidate[] = [
  { value: 'WEB-T1', description: `${attack} \`touch pwned\` ; touch pwned` },
  { value: 'WEB-T2', description: `'; touch pwned; ' "; touch pwned; " \\` },
  { value: 'WEB-T3', description: 'red \u001b[31m bell \u0007 \u009b31m\n:files\nWEB-T99\tnew line' },
  { value: 'WEB-T4', description: 'bidi \u202egnirts\u2066 zero\u200bwidth %F{red}%n %% $HOME ~root *' },
  ...[
    attack,
    '`touch pwned`',
    "'; touch pwned; '",
    '"; touch pwned; "',
    '; touch pwned',
    '\ntouch pwned',
    '\ttouch',
  ].map((tail) => ({ value: `WEB-T5${tail}`, description: 'a value that a shell would run' })),
  ...['a b', '~root', '*', '{a,b}', '!!', '^a^b', '\\', '\u001b]0;title\u0007', '\u202e', '', '#'].map((value) => ({
    value: `WEB-T6${value}`,
    description: `has ${JSON.stringify(value)}`,
  })),
  ...['--yes', '-y', ':files', '~root', '@/etc/passwd', '=ls', '%1'].map((value) => ({
    value,
    description: 'means something',
  })),
]
