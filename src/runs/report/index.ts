export { readMilestoneReport, readRunReport } from './read.ts'
export { reportLines } from './lines.ts'
export { writeReport } from './write.ts'
export { readProjectReport } from './read-project.ts'
