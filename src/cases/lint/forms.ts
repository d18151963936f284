import type { LintFinding } from './rules.ts'
import type { CaseFinding } from './service.ts'

/** A finding in a file or in the service. */
type AnyFinding = LintFinding | CaseFinding

/** Formats findings as lines: `cases/a.md:5 no-steps: …`, `WEB-C12 never-run: …`. */
export const findingLines = (findings: readonly AnyFinding[]): string[] =>
  findings.map((one) => `${'case' in one ? one.case : `${one.file}:${one.line}`} ${one.rule}: ${one.message}`)

/** Formats findings as SARIF 2.1.0, which code scanning of GitHub and other tools read. */
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

/** Formats findings as lines of a log that GitHub Actions shows beside the files. */
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
