import { createRequire } from 'node:module'

/** Loads the package for runtimes without an SQLite; the build puts in its place what loads the file that it makes of it. */
export const load = (): unknown => createRequire(import.meta.url)('@photostructure/sqlite')
