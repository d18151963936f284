import { formatNames } from '../../contract/report-formats.ts'
import { join } from 'node:path'
import { type AllureAttempt, readAttempt } from './result.ts'
import type { Drop, ReportFormat } from '../report-format.ts'
import { readJson } from '../json/index.ts'
import type { Outcome } from '../outcome.ts'
import { readFile, type Source } from '../files/source.ts'

/**
 * Allure's results: a folder with a file for every attempt at a test, or one such file. Attempts that share a history are of
 * one test: the latest decides, and one that passed after a failure is flaky. DECISIONS 49
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

const readResults = async function* (source: Source, drop: Drop): AsyncGenerator<Outcome[]> {
  const histories = new Map<string, AllureAttempt[]>()
  const keep = (attempt: AllureAttempt): void => {
    const known = histories.get(attempt.history)
    if (known) known.push(attempt)
    else histories.set(attempt.history, [attempt])
  }
  const files = sourcesOf(source)
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const read = await Promise.all(files.slice(at, at + filesAtOnce).map((file) => readResult(file, drop)))
    // In the order of the files, whichever was read first.
    read.flat().forEach(keep)
    // The caller may stop here.
    yield []
  }
  yield [...histories.values()].map(settle)
}

const filesAtOnce = 16

const sourcesOf = ({ name, chunks, folder }: Source): Source[] => {
  const own = name.replace(/[\\/]+$/, '')
  return folder
    ? folder.files
        .filter(isResult)
        .map((file) => ({ name: `${own}/${file}`, chunks: readFile(`${own}/${file}`, join(folder.path, file)) }))
    : [{ name, chunks }]
}

const readResult = async (source: Source, drop: Drop): Promise<AllureAttempt[]> => {
  const attempts: AllureAttempt[] = []
  const reading = readJson(source, () => ({
    begins: () => 'take',
    takes: (value, _path, line) => {
      const attempt = readAttempt(value, { report: source.name, line, drop })
      if (attempt) attempts.push(attempt)
    },
    ends: () => {},
  }))
  for await (const _nothing of reading);
  return attempts
}

const settle = (attempts: AllureAttempt[]): Outcome => {
  const [latest, ...earlier] = attempts.sort(latestFirst) as [AllureAttempt, ...AllureAttempt[]]
  const failures = earlier.filter(hasFailed)
  const { outcome } = latest
  if (outcome.result !== 'passed' || failures.length === 0) return outcome
  const messages = failures.reverse().flatMap((failure) => failure.outcome.messages)
  return { ...outcome, flaky: true, messages: [...messages, ...outcome.messages] }
}

const hasFailed = ({ outcome }: AllureAttempt): boolean => outcome.result === 'failed'

// If it is not known which was later, a failure counts.
const latestFirst = (one: AllureAttempt, other: AllureAttempt): number =>
  other.stop - one.stop || Number(hasFailed(other)) - Number(hasFailed(one))
