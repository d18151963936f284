import { type Noun, resources, results } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { suggest } from '../../cli/suggest.ts'

/** What a column holds, which decides how it is shown. */
export type ColumnKind =
  | 'identifier'
  | 'id'
  | 'text'
  | 'result'
  | 'results'
  | 'number'
  | 'time'
  | 'count'
  | 'fields'
  | 'resource'
  | 'any'

/** A column of a list: the name that `--columns` takes, the heading that a terminal shows, and what it holds. */
export type Column = { name: string; heading: string; kind: ColumnKind }

/**
 * The columns asked for: `typed` with `--columns`, where each must exist; `usual` in a setting, which is for all kinds of resources, so
 * that unknown names are ignored. `isPlan`: the answer is a plan (`--dry-run`), which does not have the columns that were typed.
 */
export type ColumnChoice = { typed?: string | undefined; usual?: string | undefined; isPlan?: boolean | undefined }

/** Returns the columns to show of a kind of resource. Throws a UsageError with the nearest and all names if a typed one is unknown. */
export const chooseColumns = (noun: Noun, { typed, usual }: ColumnChoice = {}): Column[] => {
  if (typed !== undefined) return splitNames(typed).map((name) => findColumn(noun, name) ?? refuseOf(noun, name))
  const known = split(usual ?? '').flatMap((name) => findColumn(noun, name) ?? [])
  if (known.length > 0) return known
  return defaults[noun].flatMap((name) => findColumn(noun, name) ?? [])
}

/** Returns the columns to show of any other table, which has `names`. Throws a UsageError for an unknown one. */
export const chooseNames = (names: readonly string[], { typed }: ColumnChoice): readonly string[] =>
  typed === undefined
    ? names
    : splitNames(typed).map((name) => (names.includes(name) ? name : refuse(name, { names, where: 'this table' })))

/** Returns the names of all columns of a kind of resource, in the order of the interface. */
export const columnNames = (noun: Noun): string[] => Object.keys(kindsOf(noun))

/** Returns a column by its name; each custom field has one: `customFields.KEY`. */
export const findColumn = (noun: Noun, name: string): Column | undefined => {
  const kinds = kindsOf(noun)
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : noun === 'cases' && customField.test(name) ? 'any' : undefined
  return kind && { name, heading: headingOf(name), kind }
}

/** Returns the heading of a column: `ASSIGNED TO` for `assignedTo`, `PASSED` for `results.passed`. */
export const headingOf = (name: string): string =>
  name
    .slice(name.indexOf('.') + 1)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toUpperCase()

const customField = /^customFields\../

const split = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Splits the value of `--columns` into names. Throws a UsageError if there are none. */
export const splitNames = (names: string): string[] => {
  const found = split(names)
  if (found.length === 0)
    throw new UsageError('--columns names no column', { hint: 'such as --columns identifier,name' })
  return found
}

const refuseOf = (noun: Noun, name: string): never =>
  refuse(name, { names: columnNames(noun), where: `${resources[noun].label}s` })

const refuse = (name: string, { names, where }: { names: readonly string[]; where: string }): never => {
  const nearest = nearestColumn(name, names)
  throw new UsageError(`there is no column ${JSON.stringify(name)} in ${where}`, {
    hint: `${nearest ? `did you mean ${nearest}? ` : ''}columns: ${names.join(', ')}`,
  })
}

/** Returns the column that was probably meant: `name` for `nmae`, `results.passed` for `passed`, `customFields.area` for `area`. */
export const nearestColumn = (name: string, names: readonly string[]): string | undefined =>
  suggest(name, names) ??
  names.find((one) => one.toLowerCase().endsWith(`.${name.toLowerCase()}`)) ??
  customFieldMeant(name, names)

/** Returns the column of a custom field that was typed by its name alone or as in a CSV of cases: `priority`, `fields.priority`. */
const customFieldMeant = (name: string, names: readonly string[]): string | undefined => {
  const [, key] = /^(?:fields\.)?([A-Za-z][\w-]*)$/.exec(name) ?? []
  return key !== undefined && names.includes('customFields') ? `customFields.${key}` : undefined
}

const common = { createdAt: 'time', createdBy: 'text', updatedAt: 'time', updatedBy: 'text', id: 'id' } as const
const written = { preconditions: 'text', steps: 'count' } as const
const numbered = { identifier: 'identifier', displayId: 'number', name: 'text' } as const
const counts = Object.fromEntries([...results, 'total'].map((name) => [`results.${name}`, 'number' as const]))

const kinds: Record<Noun, Readonly<Record<string, ColumnKind>>> = {
  projects: {
    identifier: 'identifier',
    name: 'text',
    icon: 'text',
    color: 'text',
    ...common,
    cases: 'count',
    milestones: 'count',
    testRuns: 'count',
  },
  cases: { ...numbered, ...written, customFields: 'fields', ...common, comments: 'count', project: 'resource' },
  runs: {
    ...numbered,
    results: 'results',
    ...counts,
    milestone: 'text',
    milestoneId: 'id',
    ...common,
    tests: 'count',
  },
  tests: {
    ...numbered,
    result: 'result',
    assignedTo: 'text',
    ...written,
    caseId: 'id',
    ...common,
    case: 'resource',
    testRun: 'resource',
    comments: 'count',
  },
  milestones: { ...numbered, ...common, testRuns: 'count' },
  comments: { id: 'id', content: 'text', createdBy: 'text', createdAt: 'time', updatedBy: 'text', updatedAt: 'time' },
}

const kindsOf = (noun: Noun): Readonly<Record<string, ColumnKind>> => kinds[noun]

const countNames = ['passed', 'failed', 'inProgress', 'untested', 'total'].map((name) => `results.${name}`)

const defaults: Record<Noun, readonly string[]> = {
  projects: ['identifier', 'name', 'updatedAt'],
  cases: ['identifier', 'name', 'steps', 'updatedAt'],
  runs: ['identifier', 'name', ...countNames, 'updatedAt', 'milestone'],
  tests: ['identifier', 'name', 'result', 'assignedTo', 'updatedAt'],
  milestones: ['identifier', 'name', 'updatedAt'],
  comments: ['id', 'content', 'createdBy', 'createdAt'],
}
