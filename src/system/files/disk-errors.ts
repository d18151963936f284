/** Returns a disk's reason not to read or write a file, in words: `permission denied`; undefined for any other error. */
export const diskProblem = (error: unknown): string | undefined => {
  const { code } = error as NodeJS.ErrnoException
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return undefined
  return reasons[code] ?? code
}

/** Returns the error for a disk that took less than it was given; a full one does that without an error of its own. */
export const notWhole = (): Error => Object.assign(new Error('no space left on the disk'), { code: 'ENOSPC' })

const reasons: Partial<Record<string, string>> = {
  ENOENT: 'it is not there',
  EISDIR: 'it is not a file',
  ENOTDIR: 'a file is in the place of its folder',
  EEXIST: 'a file is in the place of its folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open (ulimit -n)',
  ETIMEDOUT: 'nothing came from it',
  EFTYPE: 'it is not a regular file',
  EFBIG: 'it is too large',
  EILSEQ: 'it is not UTF-8',
  ELOOP: 'it is a link that leads to itself',
}
