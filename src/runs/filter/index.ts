import { dotnetFilter, goPattern, mavenFilter, nodePattern, pytestIds, titlePattern } from './runners.ts'

/** The runners that a filter can be written for, and the argument that it is for. */
export const filterFor = {
  vitest: titlePattern,
  jest: titlePattern,
  mocha: titlePattern,
  node: nodePattern,
  playwright: (names: readonly string[]) => titlePattern(names, '( @\\S+)*'),
  pytest: pytestIds,
  go: goPattern,
  dotnet: dotnetFilter,
  junit: mavenFilter,
} as const satisfies Record<string, (names: readonly string[]) => string>
