import type { Command } from 'commander'
import { projectIdentifierPattern } from '../contract/identifiers.ts'
import { quoteWord } from '../system/shell-line.ts'
import { isBelow } from './usage.ts'

type Typed = {
  argv: readonly string[]
  /** The whole command tree. */
  tree: () => Command
  /** Whether the hint corrects the typed line, rather than naming what has to be done first. */
  isCorrection?: boolean
}

/**
 * Adds the flags of the typed line to the command lines in a hint: project, profile and store, and `--dry-run` if they correct the
 * line. Without these flags they would act elsewhere, or really change what was only to be shown. DECISIONS 405
 */
export const carryFlags = (hint: string, { argv, tree, isCorrection = false }: Typed): string => {
  const typed = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  const project = valueOf('-p', typed) ?? valueOf('--project', typed)
  const profile = valueOf('--profile', typed)
  const store = valueOf('--store', typed)
  const isRehearsed = isCorrection && typed.includes('--dry-run')
  if (project === undefined && profile === undefined && store === undefined && !isRehearsed) return hint
  const named = project === undefined ? hint : inProject(hint, project)
  return named.replace(aLine, (line, words: string) => {
    const { command, path, rest } = commandOf(tree(), words)
    if (path.length === 0 || rest.includes(' --help')) return line
    const lacks = (flag: string): boolean => !rest.includes(` ${flag}`)
    const takes = (flag: string): boolean => command.options.some(({ long }) => long === flag) && lacks(flag)
    // A command without arguments may be only mentioned: `it is shown by testctl cases get`.
    const isWhole = rest !== '' || hint.startsWith('testctl ')
    const flags = [
      project && isWhole && isOfProject(path) && !namesProject.test(rest) && `-p ${quoteWord(project)}`,
      profile && !isLocal(path) && lacks('--profile') && `--profile ${quoteWord(profile)}`,
      store && takes('--store') && `--store ${quoteWord(store)}`,
      isRehearsed && !isNeededFirst(path, commandOf(tree(), typed.join(' ')).path) && takes('--dry-run') && '--dry-run',
    ].filter((flag) => typeof flag === 'string')
    return flags.length === 0 ? line : `testctl ${[...path, ...flags].join(' ')}${rest}`
  })
}

// Not lint, which takes paths or a project, nor undo, whose journal has one.
const isOfProject = ([noun = '', verb = '']: readonly string[]): boolean =>
  /^(cases|runs|tests|milestones|comments)$/.test(noun) && !/^(lint|undo)$/.test(verb)
/** Whether a command uses no service. */
const isLocal = ([noun = '']: readonly string[]): boolean => /^(help|completion|reports|schema|demo)$/.test(noun)
/** Whether a command prepares a store, its keys or its first project, which another command needs first: a dry run would not. */
const isNeededFirst = ([noun = '', verb]: readonly string[], [typed]: readonly string[]): boolean =>
  /^(store|keys)$/.test(noun) || (noun === 'projects' && verb === 'create' && typed !== undefined && typed !== noun)

/** Puts the typed project into an example. */
const inProject = (hint: string, project: string): string =>
  hint.startsWith('such as: ') && projectIdentifierPattern.test(project) ? hint.replace(/\bWEB\b/g, project) : hint

const namesProject = / (-p|--project|--resume)\b| [\w-]+-[CTRM]\d+\b/

/** A command line of testctl in a hint, up to the next one. */
const aLine = /\btestctl ((?:(?!\btestctl ).)*)/gs

/** Splits a line into the command that it begins with and the rest. */
const commandOf = (tree: Command, words: string): { command: Command; path: string[]; rest: string } => {
  let command = tree
  const path: string[] = []
  for (const word of words.split(' ')) {
    const below = isBelow(command, word)
    if (!below) break
    command = below
    path.push(word)
  }
  return { command, path, rest: words.slice(path.join(' ').length) }
}

/** Returns the value of a flag as it was typed: `-p WEB`, `-pWEB`, `-p=WEB`. */
const valueOf = (flag: string, argv: readonly string[]): string | undefined => {
  const isShort = flag.length === 2
  const at = argv.findIndex((word) => word === flag || word.startsWith(isShort ? flag : `${flag}=`))
  if (at < 0) return undefined
  const value = argv[at] === flag ? argv[at + 1] : argv[at]!.slice(flag.length).replace(/^=/, '')
  return value || undefined
}
