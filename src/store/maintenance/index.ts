/** Maintenance of a store, directly and not by requests to a server. */
export { backUp } from './backup.ts'
export { check } from './check.ts'
export { copyStore } from './copy.ts'
export { migrate } from './migrate.ts'
export { beforeRestore, restore } from './restore.ts'
