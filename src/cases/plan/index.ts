import type { CaseBase } from '../base/index.ts'
import { type BaseLine, basesOf } from '../base/line.ts'
import type { CaseContent, CaseEntry } from '../case-content.ts'
import { fieldsOf, hashOf } from '../fields.ts'
import type { CaseProject, ServiceCase } from '../service-cases.ts'
import { casesBySource, type Doubled, doubledIn } from './by-source.ts'
import { commonBase, type FieldChange, compareCase } from './compare.ts'
import type { Choose } from './choice.ts'
import { identifyEntries } from './identify.ts'
import { type LostFile, withoutLost } from './lost-files.ts'

/** A case that both sides have, and the fields that differ, unsettled conflicts included. */
export type MatchedCase = { entry: CaseEntry; there: ServiceCase; line: BaseLine | undefined; changes: FieldChange[] }

/** The comparison of files and service: the cases of each kind, and the changes that make both sides agree. */
export type CasePlan = {
  project: CaseProject
  created: CaseEntry[]
  matched: MatchedCase[]
  /** Cases whose file was deleted; `isChanged` if the service has changed the case since both agreed. */
  deletedHere: { line: BaseLine; there: ServiceCase; isChanged: boolean }[]
  /** Files that have the name of a case, but no longer say that they are that case: neither deleted nor new. DECISIONS 203 */
  lost: LostFile[]
  /** Files whose case was deleted in the service; `isChanged` if the file was changed since both agreed. */
  deletedThere: { line: BaseLine; entry: CaseEntry; isChanged: boolean }[]
  /** Cases of the service that never had one of these files. */
  elsewhere: ServiceCase[]
  /** Cases with the same source; the first was compared with the entry. */
  doubled: readonly Doubled[]
}

type Sides = {
  entries: readonly CaseEntry[]
  base: CaseBase
  there: readonly ServiceCase[]
  project: CaseProject
  others: readonly string[]
  /** Whether a file gets the fields that it does not cover. */
  fills: boolean
}

/** Compares the cases of files with those of the service, and both with what they last agreed on. */
export const makePlan = ({ entries, base, there, project, others, fills }: Sides, choose: Choose): CasePlan => {
  const bySource = casesBySource(there, base)
  const plan: CasePlan = {
    project,
    created: [],
    matched: [],
    deletedHere: [],
    lost: [],
    deletedThere: [],
    elsewhere: [],
    doubled: doubledIn(entries, bySource),
  }
  const seen = new Set<string>()
  for (const { entry, found, gone } of identifyEntries({ entries, base, there, bySource, project })) {
    if (found) {
      seen.add(found.id)
      const line = base.get(found.id)
      const [here, theirs] = [fieldsOf(entry.content), fieldsOf(found.content)]
      const before = commonBase(line, entry, found)
      const changes = compareCase(before, here, theirs, { covers: entry.covers, fills }).map((change) => {
        const side = change.side === 'conflict' ? choose(found, change.field) : undefined
        return side ? { ...change, side, isChosen: true } : change
      })
      plan.matched.push({ entry, there: found, line, changes })
    } else if (gone) {
      seen.add(gone.id)
      plan.deletedThere.push({
        line: gone,
        entry,
        isChanged: isChanged(gone, entry.content, { side: 'here', covers: entry.covers }),
      })
    } else plan.created.push(entry)
  }
  for (const one of there) {
    const line = base.get(one.id)
    if (seen.has(one.id)) continue
    if (line) plan.deletedHere.push({ line, there: one, isChanged: isChanged(line, one.content, { side: 'there' }) })
    else plan.elsewhere.push(one)
  }
  return withoutLost(plan, others)
}

/** Whether one side has changed a case since both agreed, seen from that side alone. */
const isChanged = (
  line: BaseLine,
  content: CaseContent,
  { side, covers = () => true }: { side: 'here' | 'there'; covers?: CaseEntry['covers'] },
): boolean => {
  const now = fieldsOf(content)
  const fields = new Set([...now.keys(), ...Object.keys(line.fields)])
  return [...fields].some((field) => covers(field) && basesOf(line, field)?.[side] !== hashOf(now, field))
}

/** Returns the conflicts that wait for a choice. */
export const conflictsOf = ({ matched }: CasePlan): { matched: MatchedCase; change: FieldChange }[] =>
  matched.flatMap((one) =>
    one.changes.filter(({ side }) => side === 'conflict').map((change) => ({ matched: one, change })),
  )
