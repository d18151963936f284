import { createHash } from 'node:crypto'
import type { Outcome } from '../../reports/outcome.ts'
import type { Target } from '../../runs/read.ts'

/**
 * Returns the possible names of a test of a report, from the whole one (`suite › class › name`) to the bare one. The class
 * is left out if it only repeats the suite or the name. Names longer than a case can have are cut, always in the same way.
 */
export const namesOf = (test: Named): Names => {
  const { suite, name } = test
  const own = ownClass(test)
  return [
    caseNameOf(test),
    cutName([...suite, name].join(separator)),
    cutName([...own, name].join(separator)),
    cutName(name),
  ]
}

/** From the whole name of a test to the bare one. */
export type Names = readonly [whole: string, withSuite: string, withClass: string, bare: string]

/** Returns the whole name of a test, however long it is. */
export const wholeNameOf = (test: Named): string => [...test.suite, ...ownClass(test), test.name].join(separator)

/** Returns the whole name of a test, cut as for a case: the name of a case that is created for it. */
export const caseNameOf = (test: Named): string => cutName(wholeNameOf(test))

/** Returns the identifier of a test or a case, or its id if it has none. */
export const targetName = ({ identifiers, id }: Pick<Target, 'identifiers' | 'id'>): string => identifiers[0] ?? id

const ownClass = ({ suite, classname, name }: Named): string[] =>
  classname !== undefined && classname !== suite.at(-1) && classname !== name ? [classname] : []

type Named = Pick<Outcome, 'suite' | 'classname' | 'name'>

const separator = ' › '

/** Cuts a name to the length that a case can have. A hash distinguishes long names that begin alike. */
export const cutName = (name: string): string =>
  name.length <= longest
    ? name
    : `${name.slice(0, longest - 12).toWellFormed()}… ${createHash('sha256').update(name).digest('hex').slice(0, 8)}`

const longest = 500
