/**
 * Removes the line number that busted writes into the class of a test: `cart_spec.lua:12` in the suite `Run 1 of 1`. The test stays the
 * same when a line is added above it. DECISIONS 533
 */
export const withoutLineInClass = (classname: string, suite: string | undefined): string =>
  suite !== undefined && /^Run \d{1,9} of \d{1,9}$/.test(suite) ? classname.replace(/:\d{1,9}$/, '') : classname
