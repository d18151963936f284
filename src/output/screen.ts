// What a terminal is shown. It is loaded for a terminal only: it measures text and lays out tables.
export { showItem } from './item.ts'
export { createLive } from './live.ts'
export { showList, showTable } from './tables.ts'
