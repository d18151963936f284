import type { Option } from 'commander'
import { settingNames } from '../config/index.ts'
import { plainSettings, settingWords } from '../config/setting-values.ts'
import { type Noun, relations, resources, results } from '../contract/vocabulary.ts'
import { printedColumns } from '../output/cells/related-columns.ts'
import { columnNames } from '../output/cells/resource-columns.ts'
import { caseSystems } from '../cases/systems.ts'
import { reportFormats } from '../contract/report-formats.ts'

/**
 * The values that a flag or an argument takes: identifiers of these nouns, the name of a profile, or one of a few words, with `list`
 * several of them, comma-separated; or the name of a file: alone, after the `file:` of a URL, of a store, which gets a `file:`
 * before it, or of a program and its arguments. A word of `end` is the last of several arguments.
 */
export type Expected =
  | {
      identifiersOf?: readonly Noun[]
      profiles?: true
      words?: readonly string[]
      list?: true
      end?: readonly string[]
    }
  | { file: 'named' | 'addressed' | 'store' | 'command line' }

/** The shells that have a completion script. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const
export type Shell = (typeof shells)[number]

/**
 * Returns what the value of a flag can be; undefined for a free text. `path` is the command: `['tests', 'list']`. That follows from
 * the flag itself: from its choices, from the placeholder of its value (`--run <run>`), or from what `completing` has set; `columns`
 * are those that the command announces. DECISIONS 154
 */
export const expectedByFlag = (
  path: readonly string[],
  option: Option,
  columns?: readonly string[],
): Expected | undefined => {
  const { completes } = option as Completing
  if (completes) return completes
  if (option.argChoices) return { words: option.argChoices }
  // An operation of `api` has the noun and the verb in its name: `api tests.list`.
  const [noun = '', verb = ''] = path[0] === 'api' ? (path[1]?.split('.') ?? []) : path
  if (option.long === '--sort')
    return isNoun(noun) ? { words: printedColumns(noun, relationsOf(noun, verb)) } : undefined
  if (option.long === '--columns') {
    const words = path[0] === 'api' && isNoun(noun) ? printedColumns(noun, relationsOf(noun, verb)) : columns
    return words && { words, list: true }
  }
  if (option.long === '--relations') return { words: relationsOf(noun, verb), list: true }
  if (isAssignee(path, option.long)) return { words: ['@me'] }
  // This flag names a project that does not exist yet.
  if (option.long === '--identifier') return undefined
  return option.long === '--profile' ? { profiles: true } : byPlaceholder[placeholderOf(option)]
}

/** Returns what an argument can be; undefined for a free text. */
export const expectedByArgument = (path: readonly string[], name: string): Expected | undefined =>
  commandArguments[`${path.join(' ')} ${name}`] ?? byPlaceholder[name]

/** Whether a flag takes a person, who may be the user. */
const isAssignee = ([noun, verb]: readonly string[], long: string | undefined): boolean =>
  (noun === 'tests' || noun === 'runs') && (long === '--assigned-to' || (verb === 'assign' && long === '--to'))

type Completing = Option & { completes?: Expected }

/** Sets what the value of a flag completes to, if its placeholder does not say so. */
export const completing = (option: Option, expected: Expected): Option =>
  Object.assign(option, { completes: expected } satisfies Partial<Completing>)

const placeholderOf = ({ flags }: Option): string => /<(\w+).*>$/.exec(flags)?.[1] ?? ''

/** Returns what an argument can be after each preceding word that decides it; undefined if none does. */
export const expectedAfter = (path: readonly string[], name: string): Readonly<Record<string, Expected>> | undefined =>
  path.join(' ') === 'config set' && name === 'value' ? settingValues : undefined

/** Whether a flag can be repeated and collects its values. */
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
const address: Expected = { file: 'addressed' }
const store: Expected = { file: 'store' }

// By the placeholders of values on a help page.
const byPlaceholder: Readonly<Record<string, Expected>> = {
  PROJ: ofNoun('projects'),
  project: ofNoun('projects'),
  case: ofNoun('cases'),
  cases: listOf('cases'),
  run: ofNoun('runs'),
  runs: listOf('runs'),
  'other-run': ofNoun('runs'),
  'test-run': ofNoun('runs'),
  test: ofNoun('tests'),
  milestone: ofNoun('milestones'),
  'case-or-test': ofNoun('cases', 'tests'),
  result: { words: results },
  results: { words: results, list: true },
  format: { words: reportFormats },
  system: { words: caseSystems },
  shell: { words: shells },
  file,
  folder: file,
  path: file,
  report: file,
  address: store,
  url: address,
  submission: ofNoun('runs'),
}

const commandArguments: Readonly<Record<string, Expected>> = {
  'tests set args': { identifiersOf: ['tests'], end: results },
  'auth profile use name': { profiles: true },
  'config get name': { words: settingNames },
  'config set name': { words: plainSettings },
  'config unset name': { words: plainSettings },
  'schema noun': { words: Object.keys(resources) },
  'api method|path': { words: ['GET', 'PUT', 'POST', 'DELETE'] },
  // A path of the interface, no file on this computer.
  'api path': { words: [] },
  'exec command': { file: 'command line' },
  'store copy from': store,
  'store copy to': store,
}

const settingValues: Readonly<Record<string, Expected> & Record<keyof typeof settingWords, Expected>> = {
  project: ofNoun('projects'),
  url: address,
  columns: { words: [...new Set(Object.keys(resources).flatMap((noun) => columnNames(noun as Noun)))], list: true },
  color: { words: settingWords.color },
  plain: { words: settingWords.plain },
}
