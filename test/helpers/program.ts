import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Another program than that of this clone: one file without Node, which `npm run test:binary` tests. */
const given = process.env['TESTCTL_PROGRAM']

/** Whether what is started is one file without Node. */
export const isBinary = given !== undefined

/** The testctl that tests start as a process of its own. */
export const binary = given ?? join(resolve(import.meta.dirname, '../..'), 'bin/testctl.js')

/** How it is started with these words: the file, and what it is given. */
export const testctl = (words: readonly string[]): [file: string, words: string[]] =>
  isBinary ? [binary, [...words]] : [process.execPath, [binary, ...words]]

/**
 * The folder of caches (`XDG_CACHE_HOME`) of what tests start. The code that Node has compiled is worth a third of a start, and is the
 * same for all. It is not where a home has it, so that a test which looks there has it to itself: `XDG_CACHE_HOME: ''`.
 */
export const sharedCache = (): string => join(tmpdir(), 'cache')
