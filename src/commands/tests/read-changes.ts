import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Context } from '../../composition/context.ts'
import type { ResultName } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { sourceName } from '../../system/files/text.ts'
import { findEach } from '../shared/input/many.ts'
import { readRange } from '../shared/input/ranges.ts'
import { readIds, readLines } from '../shared/input/text.ts'
import { refer } from '../shared/input/references.ts'
import { refuseStrayWords } from '../shared/input/stray-words.ts'
import { chooseResult } from '../shared/input/choices.ts'
import type { KnownTest, KnownTests } from './selection.ts'

/** A change of one test. */
export type TestChange = { test: string; result?: ResultName; assignedTo?: string; comment?: string }

/**
 * Reads NDJSON, one `{"test":"WEB-T1","result":"failed","comment":"…"}` per line; skips empty lines.
 * Reads all lines before anything is sent. Throws one UsageError for all bad lines, which counts them and names the first twenty by
 * their numbers. A file without a change is a UsageError, too; stdin or a pipe, such as `<(…)`, may be empty, because a filter may
 * have left nothing. DECISIONS 448
 */
export const readChanges = async (context: Context, path: string): Promise<TestChange[]> => {
  const changes: TestChange[] = []
  const issues: { path: string; message: string }[] = []
  let number = 0
  for await (const line of readLines(context.io, path, longestChange)) {
    number += 1
    if (line.trim() === '') continue
    try {
      const change = parseChange(line)
      if (await readRange(context, 'tests', change.test))
        throw new UsageError(`${change.test} is a range, and a line names one test`)
      await refer(context, 'tests', change.test)
      changes.push(change)
    } catch (error) {
      issues.push({ path: `${sourceName(path)}:${number}`, message: (error as Error).message })
    }
  }
  if (issues.length === 0 && changes.length === 0 && isFile(context, path))
    throw new UsageError(`there is no change in ${sourceName(path)}`, {
      hint: `did its writer finish? ${example}`,
    })
  if (issues.length === 0) return changes
  throw new UsageError(
    `${issues.length === 1 ? 'a line' : `${issues.length} lines`} cannot be read; nothing was sent`,
    {
      issues: issues.slice(0, 20),
      hint: example,
    },
  )
}

const isFile = ({ io }: Context, path: string): boolean =>
  path !== '-' && statSync(resolve(io.cwd, path), { throwIfNoEntry: false })?.isFile() === true

const example = 'a line looks like {"test":"WEB-T1","result":"passed","comment":"…"}'

/** Returns the tests that were typed, with ranges and stdin expanded in place. `known` has the tests of ranges, which had to be read. */
export const readTestArguments = async (
  context: Context,
  typed: readonly string[],
): Promise<{ tests: string[]; known: KnownTests }> => {
  refuseStrayWords(context, 'tests', typed)
  const read = await readIds(context.io, 'tests', typed)
  const tests: string[] = []
  const known = new Map<string, KnownTest>()
  for (const one of read) {
    const range = await readRange(context, 'tests', one)
    if (range)
      for (const { identifier, typed: as, id, row, error } of await findEach(context, 'tests', [one])) {
        tests.push(identifier ?? as)
        known.set(identifier ?? as, { identifier, id, before: row, error })
      }
    else tests.push(one)
  }
  return { tests, known }
}

// In characters. A comment may be long.
const longestChange = 16 * 1024 * 1024

// A message of V8, such as "Unexpected token 'o'", does not explain what is wrong with the line.
const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new UsageError('not JSON', { cause: error })
  }
}

const known = ['test', 'result', 'assignedTo', 'comment']

const parseChange = (line: string): TestChange => {
  const value = parseJson(line)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError('not a JSON object')
  const fields = value as Record<string, unknown>
  for (const [name, field] of Object.entries(fields)) {
    if (!known.includes(name))
      throw new UsageError(`unknown field ${JSON.stringify(name)} (known: ${known.join(', ')})`)
    if (typeof field !== 'string') throw new UsageError(`${name} must be a string`)
  }
  const { test, result, assignedTo, comment } = fields as Record<string, string | undefined>
  if (!test) throw new UsageError('test is missing')
  if (result === undefined && assignedTo === undefined && comment === undefined)
    throw new UsageError('result, assignedTo or comment is missing')
  return {
    test,
    ...(result !== undefined && { result: chooseResult(result) }),
    ...(assignedTo !== undefined && { assignedTo }),
    ...(comment !== undefined && { comment }),
  }
}
