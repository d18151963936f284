import type { Doubled } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { counted } from '../../../output/text/count.ts'

// Messages about several cases with the same source. DECISIONS 334, 335

/** Warns of cases that share a source, and names the one that an entry was compared with. */
export const warnOfDoubled = async (
  { printer }: Pick<Context, 'printer'>,
  doubled: readonly Doubled[],
): Promise<void> => {
  if (doubled.length === 0) return
  const { warn } = await printer()
  for (const { source, cases } of doubled.slice(0, mostSaid)) {
    // Any of them may be the copy: another person may have imported the others.
    await warn(
      `${identifiersOf(cases)} have the source ${source}; only ${cases[0].identifier} is compared: keep one of them, or remove the source from the others`,
    )
  }
  if (doubled.length > mostSaid) await warn(`and ${doubled.length - mostSaid} more sources belong to several cases`)
}

const mostSaid = 10

const identifiersOf = (cases: Doubled['cases']): string => cases.map(({ identifier }) => identifier).join(' and ')

/** Returns a sentence on the cases that two imports at the same time have created twice. */
export const doubledLine = ({ length }: readonly Doubled[]): string =>
  `${counted(length, 'case')} ${length === 1 ? 'exists' : 'exist'} twice: another import created ${length === 1 ? 'it' : 'them'} at the same time`

/** Returns an issue that names the cases with one source. */
export const issueOfDoubled = ({ source, cases }: Doubled): { path: string; message: string } => ({
  path: source,
  message: identifiersOf(cases),
})

/** Returns the line that deletes the later copies; both users who imported get the same line. */
export const deletingLine = (doubled: readonly Doubled[]): string => {
  const later = doubled.flatMap(({ cases: [, ...others] }) => others)
  later.sort((one, other) => one.displayId - other.displayId)
  const names = later.map(({ identifier }) => identifier).join(' ')
  return `testctl cases delete ${names}`
}
