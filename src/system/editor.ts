import { basename } from 'node:path'
import type { Io, UserEnv } from './io.ts'

/**
 * Returns the command of the user's editor: `$VISUAL`, `$EDITOR`, or the one that every system has. Splits it into words as a shell does.
 */
export const editorOf = ({ env, platform }: UserEnv): string[] => {
  const typed = env['VISUAL']?.trim() || env['EDITOR']?.trim() || (platform === 'win32' ? 'notepad' : 'vi')
  return splitCommand(typed, platform)
}

/** Returns the variable to set for another editor: EDITOR is ignored if VISUAL is set. */
export const editorVariable = ({ env }: Pick<Io, 'env'>): 'VISUAL' | 'EDITOR' =>
  env['VISUAL']?.trim() ? 'VISUAL' : 'EDITOR'

/** Splits `code --wait` or `"/opt/My Editor/edit" -f` into words; on Windows a backslash is part of a path. */
const splitCommand = (text: string, platform: NodeJS.Platform): string[] => {
  const bare = platform === 'win32' ? /[^\s'"]/ : /\\[^]|[^\s'"\\]/
  const words = new RegExp(`(?:'[^']*'|"(?:\\\\.|[^"\\\\])*"|"[^"]*"|${bare.source})+`, 'g')
  return [...text.matchAll(words)].map(([word]) =>
    word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|"([^"]*)"|\\([^])/g, (whole, single, double, plain, escaped) => {
      if (single !== undefined || plain !== undefined) return String(single ?? plain)
      if (double !== undefined)
        return platform === 'win32' ? String(double) : String(double).replace(/\\(["\\$`])/g, '$1')
      return platform === 'win32' ? String(whole) : String(escaped)
    }),
  )
}

/**
 * Returns the flag that makes an editor with its own window wait until the file is closed; undefined if it needs none, or has it already.
 */
export const waitFlagOf = ([file = '', ...words]: readonly string[]): string | undefined => {
  const name = basename(file.replaceAll('\\', '/'))
    .replace(/\.(exe|cmd)$/i, '')
    .toLowerCase()
  const flag = waiting.has(name) ? '--wait' : staying.has(name) ? '--nofork' : undefined
  return flag === undefined || words.some((word) => ['-w', '--wait', '-f', '--nofork', flag].includes(word))
    ? undefined
    : flag
}

const waiting = new Set([
  'code',
  'code-insiders',
  'codium',
  'vscodium',
  'cursor',
  'windsurf',
  'subl',
  'sublime_text',
  'atom',
  'mate',
  'zed',
  'gedit',
])

const staying = new Set(['gvim', 'mvim'])
