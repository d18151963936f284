import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CaseBase } from '../base/index.ts'
import { basesOf } from '../base/line.ts'
import { type CaseEntry, sourceOf } from '../case-content.ts'
import { fieldsOf, hashOf } from '../fields.ts'
import type { CasesOfSource } from '../plan/by-source.ts'
import { formatSource } from './export-name.ts'
import type { FoundEntry } from './other-ids.ts'

type Sides = { base: CaseBase; bySource: ReadonlyMap<string, CasesOfSource>; claimed: ReadonlySet<string | undefined> }

/**
 * Finds the scenarios that the service has under a path from another folder: one of the two paths ends with the other, the names
 * and steps are the same, and from `cwd` there is no such file. Those that are found by their own path are left out. DECISIONS 443
 */
export const matchFromOtherFolder = (
  entries: readonly CaseEntry[],
  { base, bySource, claimed }: Sides,
  cwd: string,
): FoundEntry[] => {
  const fresh = entries.filter(({ content }) => !bySource.has(sourceOf(content) ?? ''))
  if (fresh.length === 0) return []
  const byEnd = new Map<string, CasesOfSource[]>()
  for (const [source, cases] of bySource) {
    const parted = partsOf(source)
    if (!parted || claimed.has(source)) continue
    byEnd.set(parted.end, [...(byEnd.get(parted.end) ?? []), cases])
  }
  return fresh.flatMap((entry): FoundEntry[] => {
    const own = partsOf(sourceOf(entry.content))
    const steps = hashOf(fieldsOf(entry.content), 'steps')
    for (const [found] of (own && byEnd.get(own.end)) ?? []) {
      const other = partsOf(sourceOf(found.content))
      const isSame =
        steps === hashOf(fieldsOf(found.content), 'steps') || steps === basesOf(base.get(found.id), 'steps')?.here
      const isMoved = own && other && (endsWith(own.path, other.path) || endsWith(other.path, own.path))
      if (isSame && isMoved && !existsSync(resolve(cwd, other.path))) return [{ entry, found }]
    }
    return []
  })
}

const prefix = formatSource({ system: 'gherkin', name: undefined, id: '' })

/** The path of a scenario, and what does not depend on the folder: the name of its file, and its own. */
const partsOf = (source: string | undefined): { path: string; end: string } | undefined => {
  if (!source?.startsWith(prefix)) return undefined
  const at = source.indexOf('#')
  const path = source.slice(prefix.length, at)
  return at < 0 ? undefined : { path, end: source.slice(prefix.length + path.lastIndexOf('/') + 1) }
}

const endsWith = (path: string, end: string): boolean => `/${path}`.endsWith(`/${end.replace(/^(\.\.\/)+/, '')}`)
