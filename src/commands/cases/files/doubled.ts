import type { Doubled } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { counted } from '../../../output/text/count.ts'

// Cases that came from the same one. DECISIONS 334, 335

/** Says with which of them an entry was compared. */
export const warnOfDoubled = async (
  { printer }: Pick<Context, 'printer'>,
  doubled: readonly Doubled[],
): Promise<void> => {
  if (doubled.length === 0) return
  const { warn } = await printer()
  for (const { source, cases } of doubled.slice(0, mostSaid)) {
    // Either may be the copy: another person may have imported the other one.
    await warn(
      `${identifiersOf(cases)} have the source ${source}, and ${cases[0].identifier} is compared: keep one of them, or take the source away from the others`,
    )
  }
  if (doubled.length > mostSaid) await warn(`and ${doubled.length - mostSaid} more sources belong to several cases`)
}

const mostSaid = 10

const identifiersOf = (cases: Doubled['cases']): string => cases.map(({ identifier }) => identifier).join(' and ')

/** What two imports at once have done. */
export const doubledLine = ({ length }: readonly Doubled[]): string =>
  `${counted(length, 'case')} ${length === 1 ? 'is' : 'are'} there twice: somebody imported ${length === 1 ? 'it' : 'them'} at the same time`

export const issueOfDoubled = ({ source, cases }: Doubled): { path: string; message: string } => ({
  path: source,
  message: identifiersOf(cases),
})

/** The line that deletes the later ones: the same for both who imported. */
export const deletingLine = (doubled: readonly Doubled[]): string => {
  const later = doubled.flatMap(({ cases: [, ...others] }) => others)
  later.sort((one, other) => one.displayId - other.displayId)
  const names = later.map(({ identifier }) => identifier).join(' ')
  return `testctl cases delete ${names}`
}
