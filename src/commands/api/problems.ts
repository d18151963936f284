import { UsageError } from '../../errors.ts'
import { suggest } from '../../cli/suggest.ts'
import type { Operation, CallProblem } from '../../wire/calls-by-name.ts'
import type { TypedValues } from './values.ts'

type Call = { operation: Operation; given: ReadonlyMap<string, TypedValues>; values: Record<string, unknown> }

/** Returns the error for a call, in one sentence: all wrong values or, if there are none, all missing fields. */
export const refuseCall = ({ operation, given, values }: Call, problems: readonly CallProblem[]): UsageError => {
  const wrong = problems.filter(({ isMissing }) => !isMissing)
  if (wrong.length === 0) {
    const missing = operation.fields.filter(({ name }) => problems.some(({ field }) => field === name))
    const needed = missing.map(({ flag, takes }) => `${flag} (${takes})`).join(' and ')
    return new UsageError(`${operation.name} needs ${needed}`, { hint: helpOf(operation) })
  }
  const told = wrong.map((problem) => tell(given.get(problem.field)!, problem, values))
  return new UsageError(told.map(({ message }) => message).join('; '), {
    hint: told.find(({ nearest }) => nearest)?.nearest ?? helpOf(operation),
  })
}

const tell = ({ field, label }: TypedValues, { path, message }: CallProblem, values: Record<string, unknown>) => {
  const { words, takes, name } = field
  const [, index] = /^\w+\[(\d+)\]$/.exec(path) ?? []
  const value = index === undefined ? values[name] : (values[name] as unknown[])[Number(index)]
  if (path !== name && !(index !== undefined && words))
    return { message: `${label}: ${path} ${message}`, nearest: undefined }
  const near = words && typeof value === 'string' ? suggest(value, words) : undefined
  const shown = JSON.stringify(value)
  return {
    message: `${label} takes ${takes}, not ${shown.length > 60 ? `${shown.slice(0, 59)}…` : shown}`,
    nearest: near && `did you mean ${near}?`,
  }
}

const helpOf = ({ name }: Operation): string => `testctl api ${name} --help`
