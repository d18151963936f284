import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const tests = resolve(import.meta.dirname, '..')
const helper = join(tests, 'helpers/program.ts')

/** Returns the test files that start testctl as a process, directly or through a helper, as paths from the root of the repository. */
export const filesThatStartIt = (): string[] =>
  (readdirSync(tests, { recursive: true }) as string[])
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.windows.test.ts'))
    .map((file) => join(tests, file))
    .filter((file) => reaches(file))
    .map((file) => relative(dirname(tests), file))
    .sort()

const known = new Map<string, boolean>()
const reaches = (file: string): boolean => {
  if (file === helper) return true
  const found = known.get(file)
  if (found !== undefined) return found
  known.set(file, false)
  const text = readFileSync(file, 'utf8')
  const imported = [...text.matchAll(/^(?:import|export) (?!type ).*? from '(\.[^']+\.ts)'$/gms)]
    .map(([, to = '']) => resolve(dirname(file), to))
    .filter((to) => to.startsWith(tests))
  const does = imported.some((to) => reaches(to))
  known.set(file, does)
  return does
}
