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
import { addTo } from '../../system/maps/add-to.ts'

type Sides = { base: CaseBase; bySource: ReadonlyMap<string, CasesOfSource>; claimed: ReadonlySet<string | undefined> }

/** A scenario that the service has under another path: that of a file that is gone (`isGone`), or one from another folder. */
export type MovedEntry = FoundEntry & { isGone: boolean }

/**
 * Returns a function that finds the scenarios of a file which the service has under another path, with the same name and steps: a path
 * from another folder (one path ends with the other), or the path of a file that was moved or renamed since. No other file may be at
 * that path, from `cwd` or a folder above. Ignores scenarios that are found by their own path. Of several cases takes the one whose path
 * leads to this very file, otherwise none; finds each case once. DECISIONS 443, 490
 */
export const createFolderMatch = (
  { base, bySource, claimed }: Sides,
  cwd: string,
): ((entries: readonly CaseEntry[]) => MovedEntry[]) => {
  // Built once for all files, or each would go through all cases of the service.
  let byContent: ReadonlyMap<string, Alike> | undefined
  const found = new Set<ServiceCase>()
  const placeAt = createPlaces(cwd)
  const nearOf = (own: Parts, { byFile }: Alike): ServiceCase | undefined | 'none' => {
    const near = (byFile.get(own.file) ?? []).flatMap((one) => {
      const { path } = partsOf(sourceOf(one.content))!
      if (!(endsWith(own.path, path) || endsWith(path, own.path))) return []
      const place = placeAt(path, resolve(cwd, own.path))
      return place === 'other' ? [] : [{ one, place }]
    })
    if (near.length === 0) return 'none'
    return (near.find(({ place }) => place === 'same') ?? (near.length === 1 ? near[0] : undefined))?.one
  }
  // Searched once, for folders whose files are all alike.
  const goneOf = (alike: Alike): ServiceCase | undefined => {
    alike.gone ??= [...alike.byFile.values()]
      .flat()
      .filter((one) => placeAt(partsOf(sourceOf(one.content))!.path, '') === 'none')
    return alike.gone.length === 1 ? alike.gone[0] : undefined
  }
  const matchOf = (entry: CaseEntry): MovedEntry[] => {
    const own = partsOf(sourceOf(entry.content))
    const alike = own && byContent?.get(keyOf(own.scenario, hashOf(fieldsOf(entry.content), 'steps')))
    if (!alike) return []
    const near = nearOf(own, alike)
    // Scenarios without steps are alike only because nothing is written yet.
    const isGone = near === 'none' && entry.content.steps.length > 0
    const best = isGone ? goneOf(alike) : near
    if (!best || best === 'none' || found.has(best)) return []
    found.add(best)
    return [{ entry, found: best, isGone }]
  }
  return (entries) => {
    const fresh = entries.filter(({ content }) => !bySource.has(sourceOf(content) ?? ''))
    if (fresh.length === 0) return []
    byContent ??= casesByContent({ base, bySource, claimed })
    return fresh.flatMap(matchOf)
  }
}

const keyOf = (scenario: string, steps: string): string => `${steps} ${scenario}`

/** The cases of scenarios with the same name and steps, by the names of their files; `gone` caches those whose file is gone. */
type Alike = { byFile: Map<string, ServiceCase[]>; gone?: ServiceCase[] }

/** Indexes the cases of scenarios by name and steps, as they are now and as they were last imported. */
const casesByContent = ({ base, bySource, claimed }: Sides): ReadonlyMap<string, Alike> => {
  const byContent = new Map<string, Alike>()
  for (const [source, [first]] of bySource) {
    const parted = partsOf(source)
    if (!parted || claimed.has(source)) continue
    const steps = [hashOf(fieldsOf(first.content), 'steps'), basesOf(base.get(first.id), 'steps')?.here]
    for (const one of new Set(steps)) {
      if (one === undefined) continue
      const key = keyOf(parted.scenario, one)
      const alike = byContent.get(key) ?? { byFile: new Map<string, ServiceCase[]>() }
      byContent.set(key, alike)
      addTo(alike.byFile, parted.file, first)
    }
  }
  return byContent
}

/** Returns a function that says which file is at a path written in another folder: this one, another one, or none. */
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

type Parts = { path: string; file: string; scenario: string }

/** Splits the source of a scenario into the path and the name of its file, and the name of the scenario. */
const partsOf = (source: string | undefined): Parts | undefined => {
  if (!source?.startsWith(prefix)) return undefined
  // The names of folders may have a # as well.
  const at = /\.feature#/i.exec(source)
  const end = at ? at.index + at[0].length - 1 : source.indexOf('#')
  const path = source.slice(prefix.length, end)
  return end < 0 ? undefined : { path, file: path.slice(path.lastIndexOf('/') + 1), scenario: source.slice(end + 1) }
}

const endsWith = (path: string, end: string): boolean => `/${path}`.endsWith(`/${end.replace(/^(\.\.\/)+/, '')}`)
