/** Ends a name that was cut; no name contains it. */
export const cutMark = '\0'

/** Returns a pattern for the titles of tests, for runners that put the titles of suites before it, with a space between. */
export const titlePattern = (names: readonly string[], more = ''): string =>
  patternOf(
    names.map((name) => testOfHook(lastOf(name))),
    more,
  )

/** Returns the pattern for node --test, which skips a test if its parent does not match too. */
export const nodePattern = (names: readonly string[]): string =>
  patternOf(names.flatMap((name) => name.split(separator)))

// Vitest's report joins suites and title with ` > `, where the pattern sees a space; a title may have a ` > ` of
// its own. A space in JUnit XML may be a line break in the title. DECISIONS 376
const patternOf = (titles: readonly string[], more = ''): string =>
  `(^| )(${unique(titles.map((title) => escaped(title).replaceAll(' > ', '( >)? ').replace(/\s/g, '\\s'))).join('|')})${more}$`

// Mocha reports a failed hook in place of the test that it ran for: `"before each" hook for "logs in"`; in TAP after its suite.
const testOfHook = (title: string): string =>
  /(?:^| )"(?:before|after) (?:each|all)" hook.* for "(.+)"$/s.exec(title)?.[1] ?? title

/** Returns the pytest ids of tests, one per line; only the name if the module is not known. */
export const pytestIds = (names: readonly string[]): string =>
  unique(
    names.map((name) => {
      // A module that could not be collected is reported in place of its tests, with no class.
      const module = /^pytest › ([\w.]+)$/.exec(name)?.[1]
      if (module !== undefined) return `${module.replaceAll('.', '/')}.py`
      const [place = '', whole = ''] = placeAndName(name)
      // For an id that was cut, the whole function runs: pytest runs nothing at all if it does not find one of its ids.
      const test = whole.endsWith(cutMark) ? whole.replace(/\[[^]*$/, '').replace(cutMark, '') : whole
      const segments = place.split('.')
      // Classes begin with a capital letter. A folder may too, but the module comes after it.
      const end = segments.findLastIndex((segment) => !/^[A-Z]/.test(segment)) + 1
      const [modules, classes] = [segments.slice(0, end), segments.slice(end)]
      return place === '' || modules.length === 0 ? test : [`${modules.join('/')}.py`, ...classes, test].join('::')
    }),
  ).join('\n')

/**
 * Returns the pattern for `go test -run`. A slash separates its levels, so subtests are selected only if all are
 * of one test; otherwise their whole tests run. DECISIONS 151
 */
export const goPattern = (names: readonly string[]): string => {
  const paths = names.map((name) => lastOf(name).split('/'))
  const tops = unique(paths.map(([top = '']) => escaped(top)))
  const [depth = 1] = unique(paths.map(({ length }) => length))
  const isAlike = tops.length === 1 && paths.every(({ length }) => length === depth)
  if (!isAlike || depth > 2) return `^(${tops.join('|')})$`
  // Go writes spaces in names as underscores.
  const levels = Array.from({ length: depth }, (_, at) => unique(paths.map((path) => escaped(path[at] ?? ''))))
  return levels.map((level) => `^(${level.join('|')})$`).join('/')
}

/** Returns the expression for `dotnet test --filter`. */
export const dotnetFilter = (names: readonly string[]): string =>
  unique(
    names.map((name) => {
      const operator = name.endsWith(cutMark) ? '~' : '='
      return `FullyQualifiedName${operator}${qualified(name)
        .replace(cutMark, '')
        .replace(/[\\()&|=!~]/g, '\\$&')}`
    }),
  ).join('|')

const qualified = (name: string): string => {
  const [place = '', test = ''] = placeAndName(name)
  return place === '' || test.startsWith(`${place}.`) ? test : `${place}.${test}`
}

/** Returns the value of `-Dtest` for Maven: methods by their class. */
export const mavenFilter = (names: readonly string[]): string => {
  const byClass = new Map<string, Set<string>>()
  for (const name of names) {
    const [place = '', test = ''] = placeAndName(name)
    // A failure before the first method is reported as the class itself.
    const method = test === place ? '' : test.replace(/[([].*$/s, '').replace(cutMark, '*')
    const methods = byClass.get(place)
    if (methods) methods.add(method)
    else byClass.set(place, new Set([method]))
  }
  return [...byClass]
    .map(([place, methods]) => (methods.has('') ? place : `${place || '*'}#${[...methods].join('+')}`))
    .join(',')
}

/** Splits a name, as submissions write it, into the class or module and the test in it. */
const placeAndName = (name: string): [string, string] => {
  const parts = name.split(separator)
  return [parts.at(-2) ?? '', parts.at(-1) ?? '']
}

const lastOf = (name: string): string => name.split(separator).at(-1) ?? ''
const separator = ' › '

/** Escapes a text for a pattern; a text that was cut may go on with anything. */
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(cutMark, '[\\s\\S]*')
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
