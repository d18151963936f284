import type { Command } from 'commander'
import type { Checked } from '../../store/maintenance/check.ts'
import type { Context } from '../../composition/context.ts'
import { PartialError } from '../../errors.ts'
import { safe } from '../../output/text/escape.ts'
import { addStoreFlag, sayCounts, showRows, storeAddress, type StoreFlag, tellProgress } from './flags.ts'
import { verb } from '../shared/verbs/index.ts'
import { counted } from '../../output/text/count.ts'

/** Adds `store check`: finds damage and inconsistencies in a store. */
export const defineCheck = (group: Command, context: Context): void => {
  const command = verb(group, 'check', {
    summary: 'Check a store for damage and inconsistencies',
    examples: ['testctl store check', 'testctl store check --store file:./team.db --json'],
  })
  addStoreFlag(command)
    .addHelpText('after', explanation)
    .action((flags: StoreFlag) => check(context, flags))
}

const explanation = `
Nothing is changed. Exit code 7: problems were found.`

const check = async (context: Context, flags: StoreFlag): Promise<void> => {
  const { maintenance, setting } = await context.maintenance()
  const address = await storeAddress(context, flags)
  const checked = await showRows(context, { label: 'checking', store: address }, () =>
    maintenance.check(address, setting),
  )
  const { store, findings } = checked
  await tellProgress(context, checked, { quiet: findings.length === 0 ? store : undefined, lines: linesOf(checked) })
  if (findings.length > 0) throw new PartialError(`${counted(findings.length, 'problem')} found in ${store}`)
}

const linesOf = ({ store, version, counts, findings }: Checked): string[] => [
  `${store}, version ${version}${counts ? `: ${sayCounts(counts)}` : findings.some(({ what }) => what === 'damage') ? ': damaged' : ''}`,
  ...findings.map(({ what, where, found, hint }) => safe(`${what}: ${where ? `${where}: ` : ''}${found} (${hint})`)),
  ...(findings.length === 0 ? ['No problems found'] : []),
]
