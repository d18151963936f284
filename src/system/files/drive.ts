import { isAbsolute, join, type PlatformPath, resolve, sep, toNamespacedPath } from 'node:path'

/** A platform's functions for paths. */
export type Paths = Pick<PlatformPath, 'isAbsolute' | 'join' | 'resolve' | 'sep' | 'toNamespacedPath'>

/** Those of this platform. Imported by name: the bundle copies a module of Node's that is imported as a whole, at every start. */
export const platformPaths: Paths = { isAbsolute, join, resolve, sep, toNamespacedPath }

/** Returns the path in the address of a file in the platform's form: on Windows, `/C:/team.db` becomes `C:/team.db`. DECISIONS 119 */
export const pathInAddress = (named: string, { sep }: Pick<Paths, 'sep'>): string =>
  sep === '\\' ? named.replace(/^(?:\/\/)?\/(?=[a-z]:)/i, '') : named
