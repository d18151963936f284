import type { Option } from 'commander'
import { settingNames } from '../config/index.ts'
import { plainSettings } from '../config/setting-values.ts'
import { type Noun, relations, resources, results } from '../contract/vocabulary.ts'
import { columnNames } from '../output/cells/columns.ts'
import { reportFormats } from '../contract/report-formats.ts'

export { reportFormats } from '../contract/report-formats.ts'

/**
 * What a flag or an argument takes: identifiers of these nouns, the name of a profile, or one of a few words, and perhaps
 * several of them, comma-separated; or the name of a file. Of several
 * arguments, one of the words of `end` is the last.
 */
export type Expected =
  | {
      identifiersOf?: readonly Noun[]
      profiles?: true
      words?: readonly string[]
      list?: true
      end?: readonly string[]
    }
  | { file: 'named' }

/** The shells that have a completion script. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const
export type Shell = (typeof shells)[number]

/** What the value of a flag can be; undefined for a free text. `path` is the command: `['tests', 'list']`. */
export const expectedByFlag = (path: readonly string[], option: Option): Expected | undefined => {
  // An operation is called by the words of the interface: `api tests.list`.
  const [noun = '', verb = ''] = path[0] === 'api' ? (path[1]?.split('.') ?? []) : path
  if (option.argChoices) return { words: option.argChoices }
  if (option.long === '--columns') return isNoun(noun) ? { words: columnNames(noun), list: true } : undefined
  if (option.long === '--relations') return { words: relationsOf(noun, verb), list: true }
  return flags[`${noun} ${verb} ${option.long}`] ?? flags[option.long ?? '']
}

/** What an argument can be; undefined for a free text. */
export const expectedByArgument = (path: readonly string[], name: string): Expected | undefined =>
  commandArguments[`${path.join(' ')} ${name}`] ?? namedArguments[name]

/** What an argument can be after each word that settles it; undefined where none does. */
export const expectedAfter = (path: readonly string[], name: string): Readonly<Record<string, Expected>> | undefined =>
  path.join(' ') === 'config set' && name === 'value' ? settingValues : undefined

/** Whether a flag can be given more than once: it then collects what it is given. */
export const canRepeat = ({ variadic, parseArg }: Option): boolean => {
  try {
    return variadic || Array.isArray(parseArg?.('1', undefined))
  } catch {
    return false
  }
}

const isNoun = (word: string): word is Noun => Object.hasOwn(resources, word)

const relationsOf = (noun: string, verb: string): readonly string[] => {
  const byVerb: Partial<Record<string, Partial<Record<string, readonly string[]>>>> = relations
  return byVerb[noun]?.[verb] ?? []
}

const ofNoun = (...identifiersOf: Noun[]): Expected => ({ identifiersOf })
const listOf = (noun: Noun): Expected => ({ identifiersOf: [noun], list: true })
const file: Expected = { file: 'named' }

const flags: Readonly<Record<string, Expected>> = {
  '--profile': { profiles: true },
  '--project': ofNoun('projects'),
  '--confirm': ofNoun('projects'),
  '--case': ofNoun('cases'),
  '--cases': listOf('cases'),
  '--add-case': listOf('cases'),
  '--remove-case': listOf('cases'),
  '--run': ofNoun('runs'),
  '--runs': listOf('runs'),
  // A number there.
  'projects report --runs': { words: [] },
  '--since': ofNoun('runs'),
  '--milestone': ofNoun('milestones'),
  '--project-id': ofNoun('projects'),
  '--case-id': ofNoun('cases'),
  '--case-ids': listOf('cases'),
  '--case-ids-to-add': listOf('cases'),
  '--case-ids-to-remove': listOf('cases'),
  '--test-run-id': ofNoun('runs'),
  '--test-run-ids': listOf('runs'),
  '--test-id': ofNoun('tests'),
  '--milestone-id': ofNoun('milestones'),
  '--resource-id': ofNoun('cases', 'tests'),
  'cases get --identifier': ofNoun('cases'),
  'runs get --identifier': ofNoun('runs'),
  'tests get --identifier': ofNoun('tests'),
  'milestones get --identifier': ofNoun('milestones'),
  '--result': { words: results },
  '--gate': { words: results.filter((result) => result !== 'passed'), list: true },
  '--junit-out': file,
  '--ctrf-out': file,
  '--summary': file,
  '--html': file,
  '--markdown': file,
  '--junit': file,
  '--ctrf': file,
  '--badge': file,
  '--slack': file,
  '--teams': file,
  '--format': { words: reportFormats },
  '--summary-json': file,
  '--report': file,
  '--mapping': file,
  '--journal': file,
  '--from': file,
  '--file': file,
  '--content-file': file,
  '--preconditions-file': file,
  '--steps-file': file,
  '--custom-fields-file': file,
  '--input-file': file,
}

const namedArguments: Readonly<Record<string, Expected>> = {
  project: ofNoun('projects'),
  case: ofNoun('cases'),
  run: ofNoun('runs'),
  'other-run': ofNoun('runs'),
  'test-run': ofNoun('runs'),
  test: ofNoun('tests'),
  milestone: ofNoun('milestones'),
  'case-or-test': ofNoun('cases', 'tests'),
  shell: { words: shells },
  journal: file,
  report: file,
  reports: file,
}

const commandArguments: Readonly<Record<string, Expected>> = {
  'tests set args': { identifiersOf: ['tests'], end: results },
  'auth profile use name': { profiles: true },
  'config get name': { words: settingNames },
  'config set name': { words: plainSettings },
  'config unset name': { words: plainSettings },
  'store backup file': file,
  'store restore file': file,
  'schema noun': { words: Object.keys(resources) },
  'api method|path': { words: ['GET', 'PUT', 'POST', 'DELETE'] },
}

const settingValues: Readonly<Record<string, Expected>> = {
  project: ofNoun('projects'),
  columns: { words: [...new Set(Object.keys(resources).flatMap((noun) => columnNames(noun as Noun)))], list: true },
  color: { words: ['auto', 'always', 'never'] },
}
