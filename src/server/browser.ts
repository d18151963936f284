/** The part of a server for browsers: the dashboard, the pages, and the sessions of both. */
export { createDashboard } from './dashboard/index.ts'
export { createDashboardDeps } from './dashboard/deps.ts'
export { createSite } from './pages/index.ts'
