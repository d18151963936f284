import type { LintFinding } from './rules.ts'
import type { CaseFinding } from './service.ts'

/** What is doubtful, in a file or in the service. */
type AnyFinding = LintFinding | CaseFinding

/** What was found, a line each: `cases/a.md:5 no-steps: …`, `WEB-C12 never-run: …`. */
export const findingLines = (findings: readonly AnyFinding[]): string[] =>
  findings.map((one) => `${'case' in one ? one.case : `${one.file}:${one.line}`} ${one.rule}: ${one.message}`)

/** What was found, as SARIF 2.1.0: the form that code scanning of GitHub and others read. */
export const toSarif = (findings: readonly AnyFinding[], version: string): object => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'testctl',
          version,
          rules: [...new Set(findings.map(({ rule }) => rule))].sort().map((id) => ({ id })),
        },
      },
      results: findings.map((one) => ({
        ruleId: one.rule,
        level: 'warning',
        message: { text: one.message },
        locations: [locationOf(one)],
      })),
    },
  ],
})

const locationOf = (one: AnyFinding): object =>
  'case' in one
    ? { logicalLocations: [{ name: one.case }] }
    : { physicalLocation: { artifactLocation: { uri: encodeURI(one.file) }, region: { startLine: one.line } } }

/** What was found, as lines of a log that GitHub Actions shows beside the files. */
export const toAnnotations = (findings: readonly AnyFinding[]): string[] =>
  findings.map((one) => {
    const title = `title=${escape(one.rule, ':,')}`
    return 'case' in one
      ? `::warning ${title}::${escape(`${one.case}: ${one.message}`, '')}`
      : `::warning file=${escape(one.file, ':,')},line=${one.line},${title}::${escape(one.message, '')}`
  })

const escape = (text: string, more: string): string =>
  text.replace(/[%\r\n:,]/g, (sign) =>
    '%\r\n'.includes(sign) || more.includes(sign)
      ? `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
      : sign,
  )
