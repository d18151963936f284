import type { Outcome } from './summary.ts'
import type { Account, Found } from './tally.ts'

/** The whole account of a file as text: every case that was not taken, where each field went, and each place of each loss. */
export const reportOf = ({
  file,
  kind,
  account,
  outcome,
}: {
  file: string
  kind: string
  account: Account
  outcome: Outcome
}): string => {
  const { read, unreadable, others, fields, losses, notes } = account
  const counts = [
    ...Object.entries(outcome).map(([word, count]) => `${count} ${word}`),
    `${unreadable.length} unreadable`,
  ]
  return [
    `# Import of ${file} (${kind})`,
    '',
    `${read} read = ${counts.join(' + ')}`,
    ...section(
      'Unreadable',
      unreadable.map(({ line, reason, name }) => `line ${line}${name ? ` (${name})` : ''}: ${reason}`),
    ),
    ...section('Not cases', others.flatMap(placesOf)),
    ...section('Not carried', losses.flatMap(placesOf)),
    ...section('Carried otherwise', notes.flatMap(placesOf)),
    ...section(
      'Fields',
      fields.map(({ from, to, values }) => `${from} → ${to}: ${values}`),
    ),
    '',
  ].join('\n')
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines.map((line) => `- ${line.replace(/\s*\n\s*/g, ' ')}`)]

const placesOf = ({ what, count, places }: Found): string[] => [
  `${count} ${what}:`,
  ...places.map((place) => `  ${place}`),
  ...(count > places.length ? [`  and ${count - places.length} more`] : []),
]
