/** Maintenance of a store, where the store is: no request goes through here. */
export { backUp } from './backup.ts'
export { check } from './check.ts'
export { copyStore } from './copy.ts'
export { migrate } from './migrate.ts'
export { beforeRestore, restore } from './restore.ts'
