import { dirname } from 'node:path'
import { type Noun, resources } from '../../contract/vocabulary.ts'
import { keepNewest, makeOwnFolder, type Owner, readOwn, replaceOwn } from './file.ts'
import type { Lesson } from './learn.ts'
import { removeIfThere } from '../../system/files/replace.ts'
import { formatName, mostNames } from './entries.ts'
import { fileOf } from './location.ts'

/** Adds the names learned from a service to its folder. Throws if the folder cannot be written. */
export const keep = async (folder: string, lessons: readonly Lesson[], owner: Owner): Promise<void> => {
  if (lessons.length === 0 || !makeOwnFolder(folder, owner)) return
  for (const { noun, gone } of lessons) if (noun === 'projects') gone.forEach((project) => forget(folder, project))
  let isNew = false
  for (const lesson of lessons) {
    const file = fileOf(folder, lesson.noun, lesson.project)
    if (file === undefined) continue
    const before = readOwn(file, owner)
    const after = merge(lesson, before ?? '')
    if (after === (before ?? '')) continue
    await replaceOwn(file, after, owner)
    isNew ||= before === undefined
  }
  if (!isNew) return
  keepNewest(folder, mostFiles)
  keepNewest(dirname(folder), mostServices)
}

/** Puts the names seen now before those known earlier. Removes any other line in the file. */
const merge = (lesson: Lesson, before: string): string => {
  const { spell, start } = spellingOf(lesson, before)
  const gone = [...lesson.gone].map(spell)
  const seen = new Map<string, string>()
  for (const { identifier, name } of lesson.seen) if (!seen.has(spell(identifier))) seen.set(spell(identifier), name)
  for (const identifier of gone) seen.delete(identifier)
  const first = [...seen].map(([identifier, name]) => formatName({ identifier, name }))
  // Most of the time nothing has changed since the last save.
  if (gone.length === 0 && !lesson.isWhole && before.startsWith(first.join(''))) return before
  const told = new Set([...seen.keys(), ...gone])
  const isOther = (line: string): boolean => line.startsWith(start) && !told.has(line.slice(0, line.indexOf('\t')))
  const rest = lesson.isWhole ? [] : (before.match(/^[^\t\n]+\t.*\n/gm) ?? []).filter(isOther)
  return [...first, ...rest].slice(0, mostNames).join('')
}

/** Returns how to spell the identifiers of a project: users type them in either case, and the cached spelling stays. */
const spellingOf = (
  { noun, project }: Lesson,
  before: string,
): { spell: (identifier: string) => string; start: string } => {
  if (project === undefined) return { spell: (identifier) => identifier, start: '' }
  const known = before.slice(0, project.length)
  const spelled = known.toUpperCase() === project.toUpperCase() ? known : project
  return {
    spell: (identifier) => spelled + identifier.slice(project.length).toUpperCase(),
    start: `${spelled}-${resources[noun].letter}`,
  }
}

const forget = (folder: string, project: string): void => {
  for (const noun of Object.keys(resources) as Noun[]) {
    const file = fileOf(folder, noun, project)
    if (file !== undefined) removeIfThere(file)
  }
}

const mostFiles = 200
const mostServices = 32
