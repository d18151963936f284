import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { CaseBase } from '../base/index.ts'
import { basesOf } from '../base/line.ts'
import { type CaseEntry, sourceOf } from '../case-content.ts'
import { fieldsOf, hashOf } from '../fields.ts'
import type { CasesOfSource } from '../plan/by-source.ts'
import type { ServiceCase } from '../service-cases.ts'
import { formatSource } from './export-name.ts'
import type { FoundEntry } from './other-ids.ts'

type Sides = { base: CaseBase; bySource: ReadonlyMap<string, CasesOfSource>; claimed: ReadonlySet<string | undefined> }

/**
 * Finds the scenarios of one file after another that the service has under a path from another folder: one of the two paths ends with
 * the other, the names and steps are the same, and no other file is at that path, from `cwd` or a folder above. Those that are found by
 * their own path are left out. Of several cases it is the one whose path leads to this very file, else none; each is found once.
 * DECISIONS 443
 */
export const createFolderMatch = (
  { base, bySource, claimed }: Sides,
  cwd: string,
): ((entries: readonly CaseEntry[]) => FoundEntry[]) => {
  // Of all files: each would otherwise go through all cases of the service.
  let byEnd: ReadonlyMap<string, ServiceCase[]> | undefined
  const found = new Set<ServiceCase>()
  const placeAt = createPlaces(cwd)
  const matchOf = (entry: CaseEntry): FoundEntry[] => {
    const own = partsOf(sourceOf(entry.content))
    const alike = (own && byEnd?.get(own.end)) ?? []
    const steps = alike.length > 0 ? hashOf(fieldsOf(entry.content), 'steps') : undefined
    const matches = alike.flatMap((one) => {
      const { path } = partsOf(sourceOf(one.content))!
      const isSame =
        steps === hashOf(fieldsOf(one.content), 'steps') || steps === basesOf(base.get(one.id), 'steps')?.here
      if (!isSame || !(endsWith(own!.path, path) || endsWith(path, own!.path))) return []
      const place = placeAt(path, resolve(cwd, own!.path))
      return place === 'other' ? [] : [{ one, place }]
    })
    const best = matches.find(({ place }) => place === 'same') ?? (matches.length === 1 ? matches[0] : undefined)
    if (!best || found.has(best.one)) return []
    found.add(best.one)
    return [{ entry, found: best.one }]
  }
  return (entries) => {
    const fresh = entries.filter(({ content }) => !bySource.has(sourceOf(content) ?? ''))
    if (fresh.length === 0) return []
    byEnd ??= casesByEnd(bySource, claimed)
    return fresh.flatMap(matchOf)
  }
}

const casesByEnd = (bySource: Sides['bySource'], claimed: Sides['claimed']): ReadonlyMap<string, ServiceCase[]> => {
  const byEnd = new Map<string, ServiceCase[]>()
  for (const [source, [first]] of bySource) {
    const parted = partsOf(source)
    if (!parted || claimed.has(source)) continue
    const others = byEnd.get(parted.end)
    if (others) others.push(first)
    else byEnd.set(parted.end, [first])
  }
  return byEnd
}

/** What is at a path that was written in another folder: this file, another one, or nothing that is known of. */
const createPlaces = (cwd: string): ((path: string, file: string) => 'same' | 'other' | 'none') => {
  const folders = [cwd]
  for (let folder = cwd; dirname(folder) !== folder; folder = dirname(folder)) folders.push(dirname(folder))
  const known = new Map<string, boolean>()
  const isThere = (path: string): boolean => {
    if (!known.has(path)) known.set(path, existsSync(path))
    return known.get(path)!
  }
  return (path, file) => {
    const here = resolve(cwd, path)
    if (here !== file && isThere(here)) return 'other'
    const places = folders.map((folder) => resolve(folder, path))
    if (places.includes(file)) return 'same'
    // In a repository of several packages, each may have the same features.
    return places.some(isThere) ? 'other' : 'none'
  }
}

const prefix = formatSource({ system: 'gherkin', name: undefined, id: '' })

/** The path of a scenario, and what does not depend on the folder: the name of its file, and its own. */
const partsOf = (source: string | undefined): { path: string; end: string } | undefined => {
  if (!source?.startsWith(prefix)) return undefined
  // The names of folders may have a # as well.
  const at = /\.feature#/i.exec(source)
  const end = at ? at.index + at[0].length - 1 : source.indexOf('#')
  const path = source.slice(prefix.length, end)
  return end < 0 ? undefined : { path, end: source.slice(prefix.length + path.lastIndexOf('/') + 1) }
}

const endsWith = (path: string, end: string): boolean => `/${path}`.endsWith(`/${end.replace(/^(\.\.\/)+/, '')}`)
