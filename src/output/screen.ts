// Loaded only for a terminal or the page of one resource, because it measures text and lays out tables.
export { showItem } from './details/index.ts'
export { createLive } from './live/index.ts'
export { showList, showTable } from './table/index.ts'
