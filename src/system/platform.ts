import { sep } from 'node:path'

/** Whether this runtime is on Windows, for code that is not given a platform. */
export const runsOnWindows = sep === '\\'
