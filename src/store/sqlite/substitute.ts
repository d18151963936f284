import { createRequire } from 'node:module'

/** Loads the package for runtimes without SQLite. The build replaces this function with one that loads the file that it bundles. */
export const load = (): unknown => createRequire(import.meta.url)('@photostructure/sqlite')
