import { TestctlError } from '../../errors.ts'
import { placeOf, sourceOf } from '../case-content.ts'
import { digestOfValue } from '../fields.ts'
import { casesBySource, type Doubled, doubledIn } from '../plan/by-source.ts'
import { type CaseProject, readServiceCases, type ServiceCase } from '../service-cases.ts'
import type { AppliedImport, Applying } from './apply.ts'
import { addTo } from '../../system/maps/add-to.ts'

type Created = AppliedImport['created']

/**
 * Reads the cases once more, at the end of an import, and finds those that another import of the same cases created meanwhile: two
 * computers share no lock, and the one that ends later sees all cases. If they cannot be read now, the next import reports them.
 * `last` is the highest case number before the import. DECISIONS 335, 362
 */
export const findDoubled = async (
  project: CaseProject,
  { created, last }: { created: Created; last: number },
  { api, stop }: Pick<Applying, 'api' | 'stop'>,
): Promise<readonly Doubled[]> => {
  if (created.length === 0 || stop.aborted) return []
  const there = await readServiceCases(api, project).catch((error: unknown) => {
    if (error instanceof TestctlError) return []
    throw error
  })
  const [named, nameless] = [created.filter(hasSource), created.filter((one) => !hasSource(one))]
  const entries = named.map(({ entry }) => entry)
  return [
    ...doubledIn(entries, casesBySource(there)),
    ...alikeIn(
      nameless,
      there.filter(({ displayId }) => displayId > last),
    ),
  ]
}

const hasSource = ({ entry }: Created[number]): boolean => sourceOf(entry.content) !== undefined

/**
 * Pairs our new cases without a source with cases of the same content that another import created meanwhile. The cases of one side come
 * first in all pairs, so that the files of that side keep their cases.
 */
const alikeIn = (created: Created, fresh: readonly ServiceCase[]): Doubled[] => {
  const ours = new Map(created.map(({ entry, identifier }) => [identifier, entry]))
  const others = new Map<string, ServiceCase[]>()
  const byNumber = [...fresh].sort((one, other) => one.displayId - other.displayId)
  for (const one of byNumber) if (!ours.has(one.identifier)) addTo(others, digestOfValue(one.content), one)
  const pairs = byNumber.flatMap((own) => {
    const entry = ours.get(own.identifier)
    const other = entry && others.get(digestOfValue(own.content))?.shift()
    return entry && other ? [{ source: placeOf(entry), own, other }] : []
  })
  const isFirst = lowest(pairs.map(({ own }) => own)) < lowest(pairs.map(({ other }) => other))
  return pairs.map(({ source, own, other }) => ({ source, cases: isFirst ? [own, other] : [other, own] }))
}

const lowest = (cases: readonly ServiceCase[]): number =>
  cases.reduce((least, { displayId }) => Math.min(least, displayId), Number.MAX_SAFE_INTEGER)
