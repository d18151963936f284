/** Returns why a test with an unknown result is dropped: `what` is the format's word for a result, `found` the one that was read. */
export const unknown = (what: string, found: string | undefined): string =>
  found ? `the ${what} ${JSON.stringify(found)} is neither passed, failed nor skipped` : `it has no ${what}`
