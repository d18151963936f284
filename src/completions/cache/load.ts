import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Noun } from '../../contract/vocabulary.ts'
import { type Owner, readOwn } from './file.ts'
import { fileOf } from './location.ts'

type Wanted = { noun: Noun; project: string | undefined; others: boolean }

/**
 * Yields the cached lines with the names of a noun in a service, project by project: first those of `project`, then, with
 * `others`, those of the other projects, the most recently changed first. The caller stops reading when it has enough.
 */
export const readCacheLines = function* (
  folder: string,
  { noun, project, others }: Wanted,
  owner: Pick<Owner, 'uid'>,
): Generator<string> {
  const first = fileOf(folder, noun, noun === 'projects' ? undefined : project)
  const files =
    noun === 'projects'
      ? [first]
      : [...(project === undefined ? [] : [first]), ...(others ? filesOf(folder, noun) : [])]
  for (const file of new Set(files)) {
    const text = file === undefined ? undefined : readOwn(file, owner)
    if (text !== undefined) yield text
  }
}

const filesOf = (folder: string, noun: Noun): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(`${noun}-`) && !name.includes('.'))
    .map((name) => ({ path: join(folder, name), age: lstatSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.age - one.age)
    .map(({ path }) => path)
