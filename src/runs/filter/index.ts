import { cutMark, dotnetFilter, goPattern, mavenFilter, nodePattern, pytestIds, titlePattern } from './runners.ts'

type Filter = (names: readonly string[]) => string

/** A filter of names as cases have them: one that was cut because it is long ends with `cutMark`. */
const withCuts =
  (filter: Filter): Filter =>
  (names) =>
    filter(names.map((name) => name.replace(cutName, `$<start>${cutMark}`)))

// What `runs submit` puts at the end of a name that is longer than that of a case.
const cutName = /^(?<start>[^]{480,})… [0-9a-f]{8}$/

/** The runners that a filter can be written for, and the argument that it is for. */
export const filterFor = {
  vitest: withCuts(titlePattern),
  jest: withCuts(titlePattern),
  mocha: withCuts(titlePattern),
  node: withCuts(nodePattern),
  playwright: withCuts((names) => titlePattern(names, '( @\\S+)*')),
  pytest: withCuts(pytestIds),
  go: withCuts(goPattern),
  dotnet: withCuts(dotnetFilter),
  junit: withCuts(mavenFilter),
} as const satisfies Record<string, Filter>
