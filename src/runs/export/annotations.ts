import { systemOf } from '../../system/ci-systems.ts'
import { messageInComment } from '../comments/message.ts'
import type { RunState } from '../status/index.ts'

/**
 * The failed tests of a run as lines of a log that GitHub Actions or Azure Pipelines shows as errors of the build, each
 * with the first line of why it failed; none on any other system. A text from outside is text there and no command.
 * DECISIONS 122
 */
export const annotationsOf = (
  { run, tests }: RunState,
  env: Readonly<Record<string, string | undefined>>,
): string[] => {
  const form = forms[systemOf(env)?.name ?? '']
  if (!form) return []
  const failed = tests.filter(({ result }) => result === 'failed')
  const shown = failed.length > most ? failed.slice(0, most - 1) : failed
  const lines = shown.map((test) =>
    form(cut(`${test.identifiers[0] ?? test.id} ${test.name}`), cut(messageInComment(test)?.message || 'failed')),
  )
  const left = failed.length - shown.length
  return left > 0
    ? [...lines, form(cut(`${run.identifier ?? run.id} ${run.name}`), `${left} more tests failed`)]
    : lines
}

// GitHub shows no more errors of one step.
const most = 10
const longest = 300

const cut = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text.toWellFormed()

const escape = (text: string, signs: Readonly<Record<string, string>>): string =>
  text.replace(/[%\r\n:,]/g, (sign) => signs[sign] ?? sign)

const github = { '%': '%25', '\r': '%0D', '\n': '%0A' }
const azure = { '%': '%AZP25', '\r': '%0D', '\n': '%0A' }

const forms: Readonly<Record<string, (title: string, message: string) => string>> = {
  'GitHub Actions': (title, message) =>
    `::error title=${escape(title, { ...github, ':': '%3A', ',': '%2C' })}::${escape(message, github)}`,
  'Azure Pipelines': (title, message) => `##vso[task.logissue type=error]${escape(`${title}: ${message}`, azure)}`,
}
