import { isAbsolute, join, type PlatformPath, resolve, sep, toNamespacedPath } from 'node:path'

/** How a platform writes paths. */
export type Paths = Pick<PlatformPath, 'isAbsolute' | 'join' | 'resolve' | 'sep' | 'toNamespacedPath'>

/** How this one does. By name: the bundle copies a module of Node's that is imported as a whole, at every start. */
export const platformPaths: Paths = { isAbsolute, join, resolve, sep, toNamespacedPath }

/** The path in the address of a file as its platform names it: on Windows, `/C:/team.db` is `C:/team.db`. DECISIONS 119 */
export const pathInAddress = (named: string, { sep }: Pick<Paths, 'sep'>): string =>
  sep === '\\' ? named.replace(/^(?:\/\/)?\/(?=[a-z]:)/i, '') : named
