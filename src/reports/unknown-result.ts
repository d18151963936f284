/** Why a test is dropped that has a result unknown to its format: what the format calls it, and what was found. */
export const unknown = (what: string, found: string | undefined): string =>
  found ? `the ${what} ${JSON.stringify(found)} is neither passed, failed nor skipped` : `it has no ${what}`
