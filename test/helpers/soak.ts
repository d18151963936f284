/** Whether tests run in their long form: `TESTCTL_SOAK=1 npm run unit`, `npm run test:soak`. */
export const soak = process.env['TESTCTL_SOAK'] === '1'

/** Returns how many random examples a property is tested with: `usual`, or forty times as many in the long form. Each run has others. */
export const examples = (usual: number): { numRuns: number } => ({ numRuns: soak ? usual * 40 : usual })

/** A timeout, in ms, that only ends tests that hang. The long form may take hours. */
export const patience = { timeout: soak ? 7_200_000 : 600_000 }
