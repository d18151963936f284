/** What a server has for people with a browser: the keys, the pages, and who is signed in to both. */
export { createDashboard } from './dashboard/index.ts'
export { createDesk } from './dashboard/desk.ts'
export { createSite } from './pages/index.ts'
