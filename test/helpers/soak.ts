/** Whether the long forms of tests are asked for: `TESTCTL_SOAK=1 npm run unit`, `npm run test:soak`. */
export const soak = process.env['TESTCTL_SOAK'] === '1'

/** How many examples a property is tested with: `usual` in every run, each time others, and forty times as many in a long one. */
export const examples = (usual: number): { numRuns: number } => ({ numRuns: soak ? usual * 40 : usual })

/** A limit for what hangs, where the long form takes its time. */
export const patience = { timeout: soak ? 7_200_000 : 600_000 }
