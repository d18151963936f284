import type { CaseEntry } from '../../../cases/case-content.ts'
import type { ImportOutcome } from '../../../cases/foreign/index.ts'
import type { ImportResult } from '../files/report.ts'
import type { ReadFile } from './read.ts'

/**
 * Counts what became of the cases of a file; each case counts once. Goes through the plan once for all files, since there may be
 * thousands.
 */
export const fileOutcomes = ({
  prepared: { plan },
  applied,
  refused = [],
}: Pick<ImportResult, 'applied' | 'refused'> & {
  prepared: { plan: Pick<ImportResult['prepared']['plan'], 'created' | 'matched' | 'deletedThere'> }
}): ((read: Pick<ReadFile, 'file' | 'entries'>) => ImportOutcome) => {
  const sent = plan.matched.filter(({ changes }) => changes.some(({ side }) => side === 'here'))
  const open = plan.matched.filter(
    ({ changes }) => changes.some(({ side }) => side === 'conflict') && !changes.some(({ side }) => side === 'here'),
  )
  const large = new Set(refused.map(({ subject }) => subject))
  const fits = (entry: CaseEntry): boolean => !large.has(entry)
  const counts = {
    new: countByFile((applied ? applied.created.map(({ entry }) => entry) : plan.created).filter(fits)),
    changed: countByFile(
      applied ? applied.changed.map(({ entry }) => entry) : sent.map(({ entry }) => entry).filter(fits),
    ),
    'deleted there': countByFile(plan.deletedThere.map(({ entry }) => entry)),
    'in conflict': countByFile(open.map(({ entry }) => entry)),
    failed: countByFile((applied?.failed ?? refused).map(({ subject }) => subject)),
    'not begun': countByFile(applied?.notBegun ?? []),
  }
  return ({ file, entries }) => {
    const of = (name: keyof typeof counts): number => counts[name].get(file) ?? 0
    const others = of('deleted there') + of('in conflict') + of('failed') + of('not begun')
    return {
      new: of('new'),
      changed: of('changed'),
      unchanged: entries.length - of('new') - of('changed') - others,
      'deleted there': of('deleted there'),
      'in conflict': of('in conflict'),
      failed: of('failed'),
      'not begun': of('not begun'),
    }
  }
}

const countByFile = (subjects: readonly (CaseEntry | object)[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const subject of subjects)
    if ('place' in subject) counts.set(subject.place.file, (counts.get(subject.place.file) ?? 0) + 1)
  return counts
}
