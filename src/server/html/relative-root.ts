/**
 * From the address of a page to that of `/`, as a relative link: `./`, or `../` for each folder. Links that begin with it work
 * behind any prefix that a proxy takes off.
 */
export const upFrom = (path: string): string => '../'.repeat(path.split('/').length - 2) || './'
