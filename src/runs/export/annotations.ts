import { systemOf } from '../../system/ci-systems.ts'
import { linesOfFailures, messageInComment } from '../comments/message.ts'
import type { RunTest } from '../read.ts'
import type { RunState } from '../status/index.ts'
import { shorten } from './messages.ts'
import { type SourcePlace, placeIn } from './source-place.ts'

/** The CI systems that read annotations from a log; `auto` is the one that the process runs in. */
export type AnnotationSystem = 'auto' | 'github' | 'azure'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Formats the failed tests of a run as log lines that GitHub Actions or Azure Pipelines shows as errors of the build: each
 * with the first line of why it failed, and the place in the source if the failure names a file of the checkout. Returns
 * no lines if `auto` finds another system. Text from outside is escaped, so that it is never a command. DECISIONS 122
 */
export const annotationsOf = (
  { run, tests }: RunState,
  { system, env, folder }: { system: AnnotationSystem; env: Env; folder: string },
): string[] => {
  const form = forms[system === 'auto' ? (words[systemOf(env)?.name ?? ''] ?? '') : system]
  if (!form) return []
  const root = env['GITHUB_WORKSPACE'] || env['BUILD_SOURCESDIRECTORY'] || folder
  const line = (test: RunTest) => {
    const why = messageInComment(test)
    return form({
      title: shorten(`${test.identifiers[0] ?? test.id} ${test.name}`, longest),
      message: shorten(why?.message || 'failed', longest),
      place: why && placeIn(linesOfFailures(why.text).join('\n'), { folder, root }),
    })
  }
  const failed = tests.filter(({ result }) => result === 'failed')
  const shown = failed.length > most ? failed.slice(0, most - 1) : failed
  const left = failed.length - shown.length
  const title = shorten(`${run.identifier ?? run.id} ${run.name}`, longest)
  return [...shown.map(line), ...(left > 0 ? [form({ title, message: `${left} more tests failed` })] : [])]
}

// GitHub shows no more errors of one step.
const most = 10
const longest = 300

type Annotation = { title: string; message: string; place?: SourcePlace | undefined }

const escape = (text: string, signs: Readonly<Record<string, string>>): string =>
  text.replace(/[%\r\n:,;\]]/g, (sign) => signs[sign] ?? sign)

const github = { '%': '%25', '\r': '%0D', '\n': '%0A' }
const inGithub = { ...github, ':': '%3A', ',': '%2C' }
const azure = { '%': '%AZP25', '\r': '%0D', '\n': '%0A' }
const inAzure = { ...azure, ';': '%3B', ']': '%5D' }

const words: Readonly<Record<string, AnnotationSystem>> = { 'GitHub Actions': 'github', 'Azure Pipelines': 'azure' }

const forms: Readonly<Record<string, (annotation: Annotation) => string>> = {
  github: ({ title, message, place }) =>
    `::error ${place ? `file=${escape(place.file, inGithub)},line=${place.line},` : ''}title=${escape(title, inGithub)}::${escape(message, github)}`,
  azure: ({ title, message, place }) =>
    `##vso[task.logissue type=error${place ? `;sourcepath=${escape(place.file, inAzure)};linenumber=${place.line}` : ''}]${escape(`${title}: ${message}`, azure)}`,
}
