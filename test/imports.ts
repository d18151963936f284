import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'

const source = resolve(import.meta.dirname, '../src')
/** The source files. */
export const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('.ts')).sort()

/** An import as it is written in a file. */
export type Import = { from: string; kind: 'value' | 'type' | 'dynamic' }

/** Returns the imports in the text of a source file: of values, of types, dynamic ones, and re-exports. */
export const importsIn = (text: string): Import[] => {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  const found: Import[] = []
  const statement =
    /^(?:import|export)\s+(type\s+)?((?:\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+)(?:\s*,\s*\{[^}]*\})?)\s*from\s*'([^']+)'|^import\s+'([^']+)'/gm
  for (const [, type, names = '', named, bare] of code.matchAll(statement)) {
    const onlyTypes = type !== undefined || /^\{(\s*type\s[^,]+,?)+\s*\}$/.test(names)
    found.push({ from: named ?? bare ?? '', kind: onlyTypes ? 'type' : 'value' })
  }
  for (const [, typeof_, from = ''] of code.matchAll(/(typeof\s+)?\bimport\(\s*'([^']+)'/g))
    found.push({ from, kind: typeof_ ? 'type' : 'dynamic' })
  return found
}

/** The imports of each source file. Paths are relative to `src`. */
export const imports = new Map(
  files.map((file) => [
    file,
    importsIn(readFileSync(join(source, file), 'utf8')).map(({ from, kind }) => ({
      kind,
      to: from.startsWith('.') || from === '' ? relative(source, resolve(source, dirname(file), from)) : from,
    })),
  ]),
)

/** A source file without its comments. */
export const code = (file: string): string =>
  readFileSync(join(source, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
