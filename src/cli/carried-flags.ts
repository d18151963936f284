import type { Command } from 'commander'
import { projectIdentifierPattern } from '../contract/identifiers.ts'
import { quoteWord } from '../system/shell-line.ts'
import { isBelow } from './usage.ts'

type Typed = {
  argv: readonly string[]
  /** The whole command tree. */
  tree: () => Command
  /** Whether the hint is the line as it was meant, and not what has to be done first. */
  isCorrection?: boolean
}

/**
 * Lines to type with the flags of the line that was typed: its project, profile and store, and its `--dry-run` where they correct it.
 * Without them they would act elsewhere, or really change what was only to be shown. DECISIONS 405
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
    // A command alone is typed, or only spoken of: `it is shown by testctl cases get`.
    const isWhole = rest !== '' || hint.startsWith('testctl ')
    const flags = [
      project && isWhole && isOfProject(path) && !namesProject.test(rest) && `-p ${quoteWord(project)}`,
      profile && !isLocal(path) && lacks('--profile') && `--profile ${quoteWord(profile)}`,
      store && takes('--store') && `--store ${quoteWord(store)}`,
      isRehearsed && !isOfStore(path) && takes('--dry-run') && '--dry-run',
    ].filter((flag) => typeof flag === 'string')
    return flags.length === 0 ? line : `testctl ${[...path, ...flags].join(' ')}${rest}`
  })
}

// Lint takes paths or a project; the journal that undo reads has one.
const isOfProject = ([noun = '', verb = '']: readonly string[]): boolean =>
  /^(cases|runs|tests|milestones|comments)$/.test(noun) && !/^(lint|undo)$/.test(verb)
/** Whether a command asks no service. */
const isLocal = ([noun = '']: readonly string[]): boolean => /^(help|completion|reports|schema|demo)$/.test(noun)
/** Whether a command is one that others may need first. */
const isOfStore = ([noun = '']: readonly string[]): boolean => /^(store|keys)$/.test(noun)

/** An example with the identifiers of the project that was typed. */
const inProject = (hint: string, project: string): string =>
  hint.startsWith('such as: ') && projectIdentifierPattern.test(project) ? hint.replace(/\bWEB\b/g, project) : hint

const namesProject = / (-p|--project|--resume)\b| [\w-]+-[CTRM]\d+\b/

/** A line of testctl, up to the next one. */
const aLine = /\btestctl ((?:(?!\btestctl ).)*)/gs

/** The command that a line begins with, and what follows it. */
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

/** The value of a flag as it was typed: `-p WEB`, `-pWEB`, `-p=WEB`. */
const valueOf = (flag: string, argv: readonly string[]): string | undefined => {
  const isShort = flag.length === 2
  const at = argv.findIndex((word) => word === flag || word.startsWith(isShort ? flag : `${flag}=`))
  if (at < 0) return undefined
  const value = argv[at] === flag ? argv[at + 1] : argv[at]!.slice(flag.length).replace(/^=/, '')
  return value || undefined
}
