/**
 * The class of a test without the line that it stands in, as busted writes it: `cart_spec.lua:12` in the suite `Run 1 of 1`. A test is the
 * same one after a line was added above it. DECISIONS 533
 */
export const withoutLineInClass = (classname: string, suite: string | undefined): string =>
  suite !== undefined && /^Run \d{1,9} of \d{1,9}$/.test(suite) ? classname.replace(/:\d{1,9}$/, '') : classname
