import { basename } from 'node:path'
import type { Io } from './io.ts'

/** The editor that the user wants: `$VISUAL`, `$EDITOR`, else the one that every system has. Its words are split as a shell does. */
export const editorOf = ({ env, platform }: Pick<Io, 'env' | 'platform'>): string[] => {
  const typed = env['VISUAL']?.trim() || env['EDITOR']?.trim() || (platform === 'win32' ? 'notepad' : 'vi')
  return splitCommand(typed, platform)
}

/** The variable to set for another editor: EDITOR is not read where VISUAL names one. */
export const editorVariable = ({ env }: Pick<Io, 'env'>): 'VISUAL' | 'EDITOR' =>
  env['VISUAL']?.trim() ? 'VISUAL' : 'EDITOR'

/** Splits `code --wait`, `"/opt/My Editor/edit" -f`; a backslash is a part of a path on Windows. */
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

/** The flag that makes an editor with a window of its own wait until the file is closed; undefined if it needs none, or has it. */
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
