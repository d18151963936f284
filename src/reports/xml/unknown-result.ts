/** Why a test is dropped whose verdict is not among those that its format has: what the format calls it, and what was found. */
export const unknown = (what: string, found: string | undefined): string =>
  found ? `the ${what} ${JSON.stringify(found)} is neither passed, failed nor skipped` : `it has no ${what}`
