import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whether every user can reach a file and read it. */
export const isWithinReach = (file: string): boolean => {
  const path = realpathSync(file)
  return (statSync(path).mode & 0o004) !== 0 && isFolderWithinReach(dirname(path))
}

const isFolderWithinReach = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || isFolderWithinReach(dirname(folder)))
