import { originOfAddress, isFileAddress } from '../config/address.ts'
import type { Configuration } from '../config/profiles/file-format.ts'
import { configurationFile } from '../config/profiles/location.ts'
import { readConfiguration } from '../config/profiles/read.ts'
import { createSettings } from '../config/index.ts'
import { type Noun, resources } from '../contract/vocabulary.ts'
import type { Io } from '../system/io.ts'
import { findNames } from './cache/entries.ts'
import { folderOf, namesFolder } from './cache/location.ts'
import { readCacheLines } from './cache/load.ts'
import type { Candidate, CompletionScope, Know } from './candidates.ts'

/** The user, the environment and the current folder of a completion. */
export type Asker = Pick<Io, 'env' | 'cwd' | 'platform' | 'uid'>

/**
 * Creates the source of what is known without a request to a service: the profiles, and the names that earlier command lines left
 * of the service that this one is for. Reads the settings as any command does. On any error nothing is known.
 */
export const createKnow =
  (asker: Asker): Know =>
  (choices) => ({
    profiles: () => orNothing(async () => profilesOf(readConfiguration(configurationFile(asker)))),
    identifiers: (noun, typed) => orNothing(() => namesOf(asker, choices, { noun, typed })),
  })

const orNothing = async (find: () => Promise<Candidate[]>): Promise<Candidate[]> => {
  try {
    return await find()
  } catch {
    return []
  }
}

const profilesOf = ({ profiles }: Configuration): Candidate[] =>
  Object.entries(profiles).map(([value, { url = '' }]) => ({
    value,
    description: isFileAddress(url) ? url : (originOfAddress(url) ?? ''),
  }))

const namesOf = async (
  asker: Asker,
  choices: CompletionScope,
  typed: { noun: Noun; typed: string },
): Promise<Candidate[]> => {
  const settings = createSettings({ io: asker, flags: () => choices })
  const [names, url, project] = [namesFolder(asker), await settings.find('url'), await settings.find('project')]
  if (names === undefined || url === undefined) return []
  const wanted = { noun: typed.noun, project: project?.value, others: choices.project === undefined }
  return choose(readCacheLines(folderOf(names, url.value), wanted, asker), { ...typed, project: project?.value })
}

type Typed = { noun: Noun; typed: string; project: string | undefined }

/** Returns the names that begin with the typed text, ignoring case; in the short form if that was typed and its project is known. */
const choose = (texts: Iterable<string>, { noun, typed, project }: Typed): Candidate[] => {
  const short = new RegExp(`^${resources[noun].letter}[0-9]*$`, 'i').test(typed) ? project : undefined
  const found = new Map<string, Candidate>()
  for (const text of texts) {
    if (short !== undefined)
      for (const { identifier, name } of findNames(text, noun, `${short}-${typed}`))
        found.set(identifier, { value: identifier.slice(short.length + 1), description: name })
    for (const { identifier, name } of findNames(text, noun, typed)) {
      if (found.size >= most) break
      if (!found.has(identifier)) found.set(identifier, { value: identifier, description: name })
    }
    if (found.size >= most) break
  }
  return [...found.values()].slice(0, most)
}

/** More are too many to read. */
const most = 200
