import { placeOf } from '../case-content.ts'
import type { FieldChange } from './compare.ts'
import type { CasePlan } from './index.ts'
import { textOfField, wordDiff } from './word-diff.ts'
import { listNames } from '../../output/text/count.ts'

/** Lists what needs the user's attention and, with `diff`, every change, word by word. */
export const detailsOf = (plan: CasePlan, { diff }: { diff: boolean }): string[] => [
  ...(diff ? plan.created.map((entry) => `+ ${placeOf(entry)}: ${entry.content.name}`) : []),
  ...plan.matched.flatMap(({ entry, there, changes }) =>
    changes
      .filter(({ side }) => diff || side === 'conflict')
      .flatMap((change) => changeLines(`${there.identifier} ${placeOf(entry)}`, change)),
  ),
  ...plan.deletedHere
    .filter(({ isChanged }) => diff || isChanged)
    .map(
      ({ line, isChanged }) =>
        `- ${line.case}: its file is deleted${isChanged ? ', and it was changed there since' : ''}`,
    ),
  ...plan.lost.map(
    ({ line, file }) => `! ${line.case} ${file}: it has lost its line case: ${line.case}; the case is left as it is`,
  ),
  ...plan.deletedThere
    .filter((one) => diff || !staysDeleted(one))
    .map(
      ({ line, entry, isChanged }) =>
        `x ${line.case} ${placeOf(entry)}: it is deleted there${isChanged ? ', and was changed here since' : ''}`,
    ),
  ...bringingBack(plan.deletedThere.filter(staysDeleted)),
]

type DeletedThere = CasePlan['deletedThere'][number]

/** Whether a case of an export stays deleted. Each import of the export meets it again, so a line for each would be noise. */
const staysDeleted = ({ entry, isChanged }: DeletedThere): boolean => entry.identifier === undefined && !isChanged

/** Lists the cases that stay deleted in one line, with the choice that creates them again. DECISIONS 407 */
const bringingBack = (left: readonly DeletedThere[]): string[] => {
  const [first] = left
  if (!first) return []
  const names = listNames(left.map(({ line }) => line.case))
  return [`x ${names}: deleted there; --ours ${first.line.case} or --ours all creates them anew`]
}

const signs = { here: '~', there: '<', conflict: '!' } as const

const changeLines = (subject: string, { field, side, here, there }: FieldChange): string[] => [
  // The name that --ours and --theirs take.
  `${signs[side]} ${subject} ${field}`,
  // From the text that would be replaced to the new one; the file's text is replaced if the service has changed the field.
  ...(side === 'there'
    ? wordDiff(textOfField(here), textOfField(there))
    : wordDiff(textOfField(there), textOfField(here))
  )
    .split('\n')
    .map((line) => `    ${line}`),
]
