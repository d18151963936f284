// What a terminal is shown. It is loaded for a terminal only: it measures text and lays out tables.
export { showItem } from './details/index.ts'
export { createLive } from './live/index.ts'
export { showList, showTable } from './table/index.ts'
