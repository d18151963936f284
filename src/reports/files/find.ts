import { realpath as realpathOf } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, posix, resolve } from 'node:path'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../system/io.ts'
import { isWithin } from './within.ts'

/**
 * Finds the reports that the user named: files, folders, `-` for stdin, and patterns (`out/*.xml`) that the shell did not
 * expand. Keeps the order typed, sorts the matches of a pattern, and returns each once. On Windows a backslash separates folders in
 * a pattern, too (DECISIONS 116). Throws a UsageError for a pattern that matches nothing, and for a second `-`.
 */
export const findFiles = async (
  typed: readonly string[],
  { cwd, stop, platform }: Pick<Io, 'cwd' | 'stop' | 'platform'>,
): Promise<string[]> => {
  if (typed.filter((word) => word === '-').length > 1)
    throw new UsageError('stdin can be read only once', { hint: 'give - once' })
  const found = new Map<string, string>()
  for (const word of typed) {
    const pattern = platform === 'win32' ? word.replaceAll('\\', '/') : word
    const files = (await isPattern(pattern, cwd)) ? await match(pattern, { cwd, stop, platform, typed: word }) : [word]
    for (const file of files) {
      // A link to a file is that file: its results must not count twice.
      const path = file === '-' ? file : await realpath(resolve(cwd, file)).catch(() => resolve(cwd, file))
      if (!found.has(path)) found.set(path, file)
    }
  }
  return [...found.values()]
}

// A file may really be called report[1].xml.
const isPattern = async (word: string, cwd: string): Promise<boolean> =>
  word !== '-' && magic.test(word.replace(/\\[^]/g, '')) && !(await stat(resolve(cwd, word)).catch(() => undefined))

// The signs of a pattern: a star, a question mark, brackets, and braces with alternatives.
const magic = /[*?]|\[[^]*\]|\{[^}]*(?:,|\.\.)[^]*\}/

/** Splits a pattern before its first part with a wildcard: into the folder that it begins in, and the rest. */
const splitPattern = (pattern: string): { folder: string; rest: string } => {
  const end = pattern.lastIndexOf('/', pattern.search(new RegExp(`${magic.source}|\\\\`)))
  const [folder, rest] = [pattern.slice(0, Math.max(0, end)), pattern.slice(end + 1)]
  // `C:` alone would be the current folder of that drive.
  if (/^[a-z]:$/i.test(folder)) return { folder: `${folder}/`, rest }
  return { folder: folder || (isAbsolute(pattern) ? '/' : '.'), rest }
}

/** Escapes what a shell takes literally in a pattern: parentheses, `|`, braces without alternatives, a leading `!`. DECISIONS 116 */
const asInShell = (pattern: string): string =>
  pattern
    .replace(/\\[^]|[()|]/g, (found) => (found.length > 1 ? found : `\\${found}`))
    .replace(/\{(?![^{}]*(?:,|\.\.))([^{}]*)\}/g, '\\{$1\\}')
    .replace(/^!/, '\\!')

/**
 * Makes the glob follow only links whose target is in the folder: a file elsewhere did not come with the reports.
 * DECISIONS 108
 */
const staying = (folder: string): Pick<typeof import('node:fs'), 'realpath'> => ({
  realpath: Object.assign(
    (path: string, done: (error: Error | null, real: string) => void): void =>
      realpathOf(path, (error, real) =>
        error || isWithin(folder, real) ? done(error, real) : done(new Error('it leads outside'), ''),
      ),
    { native: realpathOf.native },
  ) as typeof realpathOf,
})

const match = async (
  pattern: string,
  { cwd, stop, platform, typed }: Pick<Io, 'cwd' | 'stop' | 'platform'> & { typed: string },
): Promise<string[]> => {
  const { folder, rest } = splitPattern(pattern)
  // The real path of the folder: the user typed it, so it may be reached through a link.
  const real = await realpath(resolve(cwd, folder)).catch(() => resolve(cwd, folder))
  const options = {
    cwd: real,
    expandDirectories: false,
    caseSensitiveMatch: platform !== 'win32',
    signal: stop,
    fs: staying(real),
  }
  // Loaded on demand, because most reports are named without a pattern.
  const { glob } = await import('tinyglobby')
  const meant = asInShell(rest)
  const files = await glob(meant, options)
  // A folder can be a report as well: packages/*/allure-results.
  const found = files.length > 0 ? files : await glob(meant, { ...options, onlyDirectories: true })
  stop.throwIfAborted()
  if (found.length === 0)
    throw new UsageError(`no file matches ${typed}`, { hint: 'did the test run write its reports there?' })
  return found.map((file) => posix.join(folder, file).replace(/\/$/, '')).sort()
}
