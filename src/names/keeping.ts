import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Noun, resources } from '../contract/vocabulary.ts'
import { keepNewest, makeOwnFolder, type Owner, readOwn, replaceOwn } from './file.ts'
import type { Lesson } from './learning.ts'
import { formatNames, mostNames, type Named, parseNames } from './list.ts'
import { fileOf } from './place.ts'

/** Keeps what was learned of a service in its folder, beside what was known. Throws where that cannot be done. */
export const keep = (folder: string, lessons: readonly Lesson[], owner: Owner): void => {
  if (lessons.length === 0 || !makeOwnFolder(dirname(folder), owner) || !makeOwnFolder(folder, owner)) return
  for (const { noun, gone } of lessons) if (noun === 'projects') gone.forEach((project) => forget(folder, project))
  let isNew = false
  for (const lesson of lessons) {
    const file = fileOf(folder, lesson.noun, lesson.project)
    if (file === undefined) continue
    const before = readOwn(file, owner)
    const after = formatNames(merge(lesson, before === undefined ? [] : parseNames(before, lesson.noun)))
    if (after === before || (after === '' && before === undefined)) continue
    replaceOwn(file, after, owner)
    isNew ||= before === undefined
  }
  if (!isNew) return
  keepNewest(folder, mostFiles)
  keepNewest(dirname(folder), mostServices)
}

/** What was seen comes before what was known, in the spelling that was known: identifiers are typed in either case. */
const merge = ({ seen, gone, isWhole }: Lesson, before: readonly Named[]): Named[] => {
  const spelled = new Map(before.map(({ identifier }) => [identifier.toUpperCase(), identifier]))
  const lost = new Set([...gone].map((identifier) => identifier.toUpperCase()))
  const merged = new Map<string, Named>()
  for (const { identifier, name } of [...seen, ...(isWhole ? [] : before)]) {
    const key = identifier.toUpperCase()
    if (!lost.has(key) && !merged.has(key)) merged.set(key, { identifier: spelled.get(key) ?? identifier, name })
  }
  return [...merged.values()].slice(0, mostNames)
}

const forget = (folder: string, project: string): void => {
  for (const noun of Object.keys(resources) as Noun[]) {
    const file = fileOf(folder, noun, project)
    if (file !== undefined) rmSync(file, { force: true })
  }
}

const mostFiles = 200
const mostServices = 32
