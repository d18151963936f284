import { sep } from 'node:path'

/** Whether this runtime is one of Windows, for those who are handed no platform. */
export const runsOnWindows = sep === '\\'
