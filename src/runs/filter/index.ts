import { cutMark, dotnetFilter, goPattern, mavenFilter, nodePattern, pytestIds, titlePattern } from './runners.ts'

type Filter = (names: readonly string[]) => string

/** Adapts a filter to names of cases: a name that was cut because it is too long ends with `cutMark`. */
const withCuts =
  (filter: Filter): Filter =>
  (names) =>
    filter(names.map((name) => name.replace(cutName, `$<start>${cutMark}`)))

// Matches a name that `runs submit` has cut because it is longer than a case's name can be.
const cutName = /^(?<start>[^]{480,})… [0-9a-f]{8}$/

/** The filters by test runner: each makes the argument with which the runner runs only the tests of these names. */
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
