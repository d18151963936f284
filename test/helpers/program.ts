import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The program to test instead of this clone's: the single file that needs no Node. `npm run test:binary` sets it. */
const given = process.env['TESTCTL_PROGRAM']

/** Whether the tests start the single file that needs no Node. */
export const isBinary = given !== undefined

/** The path of the testctl that tests start as a process. */
export const binary = given ?? join(resolve(import.meta.dirname, '../..'), 'bin/testctl.js')

/** Returns the command that starts it with these words: the file and its arguments. */
export const testctl = (words: readonly string[]): [file: string, words: string[]] =>
  isBinary ? [binary, [...words]] : [process.execPath, [binary, ...words]]

/**
 * Returns the cache folder (`XDG_CACHE_HOME`) of the processes that tests start. They share the code that Node has compiled, which saves
 * a third of a start. A test that looks into the cache sets `XDG_CACHE_HOME: ''`, and has the one in its home to itself.
 */
export const sharedCache = (): string => join(tmpdir(), 'cache')
