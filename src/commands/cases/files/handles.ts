import { placeOf } from '../../../cases/case-content.ts'
import type { AppliedImport, CaseFinding, CasePlan, Exported, LintFinding } from '../../../cases/index.ts'

// `--quiet` prints identifiers of cases, as every other command does, and the file of a case that has none yet. DECISIONS 306

/** Returns the cases that an import created, changed or deleted; for a plan alone, those that differ. */
export const handlesOfImport = ({
  prepared: { plan },
  applied,
}: {
  prepared: { plan: CasePlan }
  applied?: AppliedImport
}): string[] =>
  applied
    ? [
        ...applied.created.map(({ identifier }) => identifier),
        ...applied.changed.map(({ there }) => there.identifier),
        ...applied.deleted.map((line) => line.case),
      ]
    : handlesOfPlan(plan)

const handlesOfPlan = ({ created, matched, deletedHere, deletedThere, elsewhere }: CasePlan): string[] => [
  ...created.map(placeOf),
  ...matched.filter(({ changes }) => changes.length > 0).map(({ there }) => there.identifier),
  ...[...deletedHere, ...deletedThere].map(({ line }) => line.case),
  ...elsewhere.map(({ identifier }) => identifier),
]

/** Returns the cases whose files an export wrote, or would write. */
export const handlesOfExport = (plan: CasePlan, exported: Exported | undefined): string[] =>
  exported
    ? [...exported.written, ...exported.updated].map((one) => one.case)
    : [
        ...plan.elsewhere.map(({ identifier }) => identifier),
        ...plan.matched
          .filter(({ changes }) => changes.some(({ side }) => side === 'there'))
          .map(({ there }) => there.identifier),
      ]

/** Returns the files, or the cases of a project, with a problem. */
export const handlesOfFindings = (findings: readonly (LintFinding | CaseFinding)[]): string[] => [
  ...new Set(findings.map((one) => ('case' in one ? one.case : one.file))),
]
