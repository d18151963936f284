import { UsageError } from '../../errors.ts'
import { formatNames } from '../../contract/report-formats.ts'
import { join } from 'node:path'
import { type HookFailure, readHooks, unseenHooks } from './hooks.ts'
import { type AllureAttempt, readAttempt } from './result.ts'
import type { Drop, ReportFormat } from '../report-format.ts'
import { readJson } from '../json/index.ts'
import type { Outcome } from '../outcome.ts'
import { readFile, type Source } from '../files/source.ts'
import { addTo } from '../../system/maps/add-to.ts'

/**
 * Allure's results: a folder with a file for every attempt at a test, or one such file. Attempts with the same history belong
 * to one test: the latest decides, and a pass after a failure is flaky. A failed hook is dropped if none of its tests failed.
 * DECISIONS 49, 454
 */
export const allure: ReportFormat = {
  key: 'allure',
  name: formatNames.allure,
  recognises: ({ keys, files }) =>
    files?.some(isResult) ??
    (keys?.has('uuid') === true && ['historyId', 'stage', 'status'].some((key) => keys.has(key))),
  read: (source, drop) => readResults(source, drop),
}

const isResult = (file: string): boolean => file.endsWith('-result.json')
const isRead = (file: string): boolean => /-(?:result|container|globals)\.json$/.test(file)

const readResults = async function* (source: Source, drop: Drop): AsyncGenerator<Outcome[]> {
  const histories = new Map<string, AllureAttempt[]>()
  const hooks: HookFailure[] = []
  const files = sourcesOf(source)
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const read = await Promise.all(files.slice(at, at + filesAtOnce).map((file) => readEntry(file, drop)))
    // In the order of the files, whichever was read first.
    for (const entry of read) {
      for (const attempt of entry.attempts) addTo(histories, attempt.history, attempt)
      for (const hook of entry.hooks) hooks.push(hook)
    }
    // Lets the caller stop between two batches.
    yield []
  }
  const tests = [...histories.values()]
  for (const attempts of tests) attempts.sort(latestFirst)
  unseenHooks(hooks, tests).forEach(drop)
  yield tests.map(settle)
}

const filesAtOnce = 16

const sourcesOf = ({ name, chunks, folder }: Source): Source[] => {
  const own = name.replace(/[\\/]+$/, '')
  return folder
    ? folder.files
        .filter(isRead)
        .map((file) => ({ name: `${own}/${file}`, chunks: readFile(`${own}/${file}`, join(folder.path, file)) }))
    : [{ name, chunks }]
}

type Entry = { attempts: AllureAttempt[]; hooks: HookFailure[] }

const readEntry = async (source: Source, drop: Drop): Promise<Entry> => {
  const entry: Entry = { attempts: [], hooks: [] }
  const isOfHooks = isRead(source.name) && !isResult(source.name)
  const reading = readJson(source, () => ({
    begins: () => 'take',
    takes: (value, _path, line) => {
      if (isOfHooks) {
        entry.hooks = readHooks(value, { report: source.name, line })
        return
      }
      const attempt = readAttempt(value, { report: source.name, line, drop })
      if (attempt) entry.attempts.push(attempt)
    },
    ends: () => {},
  }))
  try {
    for await (const _nothing of reading);
  } catch (error) {
    // A broken file of hooks leaves the results in the other files intact.
    if (!isOfHooks || !(error instanceof UsageError)) throw error
    drop({ reason: `a hook may have failed: ${error.message}`, line: undefined, name: 'the run' })
  }
  return entry
}

// The latest attempt is the first.
const settle = (attempts: readonly AllureAttempt[]): Outcome => {
  const [latest, ...earlier] = attempts as [AllureAttempt, ...AllureAttempt[]]
  const failures = earlier.filter(hasFailed)
  const { outcome } = latest
  if (outcome.result !== 'passed' || failures.length === 0) return outcome
  const messages = failures.reverse().flatMap((failure) => failure.outcome.messages)
  return { ...outcome, flaky: true, messages: [...messages, ...outcome.messages] }
}

const hasFailed = ({ outcome }: AllureAttempt): boolean => outcome.result === 'failed'

// If it is not known which of two attempts stopped later, a failure counts as the later one.
const latestFirst = (one: AllureAttempt, other: AllureAttempt): number =>
  other.stop - one.stop || Number(hasFailed(other)) - Number(hasFailed(one))
