import type { PageUrl } from '../../config/page-url.ts'
import { phraseOf } from '../../contract/vocabulary.ts'
import type { ReportModel } from '../report/model.ts'
import { shortLine } from './messages.ts'

/**
 * Formats a report as links that GitLab shows on the page of a job (`artifacts:reports:annotations`): to the
 * run, and to the tests that failed. If the address of pages is not known, there are no links.
 */
export const toGitlab = ({ subject, failed }: ReportModel, pageUrl: PageUrl | undefined): string => {
  const named = [
    { ...subject, label: `${subject.identifier} ${subject.name}` },
    ...failed.slice(0, most).map((test) => ({ ...test, label: `${test.identifier} ${test.name}: ${phraseOf.failed}` })),
  ]
  const links = named.flatMap(({ identifier, label }) =>
    pageUrl && identifier ? { external_link: { label: shortLine(label, 250), url: pageUrl(identifier) } } : [],
  )
  return `${JSON.stringify({ testctl: links }, null, 2)}\n`
}

const most = 100
