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
