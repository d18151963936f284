import { balanceOf, type ImportOutcome, placesOf } from './summary.ts'
import type { Account } from './tally.ts'

/** A file that was imported: its account, and the outcome for its cases. */
export type Imported = { file: string; kind: string; account: Account; outcome: ImportOutcome }

/** Formats the account of a file as Markdown: every unreadable case, the places of each loss, and where each field went. */
export const reportOf = ({ file, kind, account, outcome }: Imported): string => {
  const { unreadable, others, fields, losses, notes } = account
  return [
    `# Import of ${file} (${kind})`,
    '',
    balanceOf(account, outcome),
    ...section(
      'Unreadable',
      unreadable.map(({ line, reason, name }) => `- line ${line}${name ? ` (${name})` : ''}: ${reason}`),
    ),
    ...section('Not carried', losses.flatMap(placesOf)),
    ...section(
      'Carried otherwise',
      notes.flatMap(({ what, count, places }) => [`- ${what}: ${count}`, ...places.map((place) => `  - ${place}`)]),
    ),
    ...section('Not cases', others.flatMap(placesOf)),
    ...section(
      'Fields, of everything that was read',
      fields.map(({ from, to, values }) => `- ${from} → ${to}: ${values}`),
    ),
    '',
  ].join('\n')
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines.map((line) => line.replace(/\s*\n\s*/g, ' '))]
