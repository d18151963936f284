/** The part of a server for browsers: the dashboard, the pages, and the sessions of both. */
export { createDashboard } from './dashboard/index.ts'
export { createDesk } from './dashboard/desk.ts'
export { createSite } from './pages/index.ts'
