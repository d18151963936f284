/**
 * Returns the relative link from a page's path to `/`: `./`, or `../` for each folder. Links that begin with it work
 * behind any prefix that a proxy removes.
 */
export const linkToRoot = (path: string): string => '../'.repeat(path.split('/').length - 2) || './'
